import type { FlatForm } from '../tools/flat-form.ts';
import type { Terminal } from './terminal.ts';
/** Asks a flat form field by field. Optional fields that are left empty are absent from the answer. */
export declare function askForm(terminal: Terminal, { properties, required }: FlatForm, signal: AbortSignal): Promise<Record<string, unknown>>;

import { type Sealed } from '../mcp/carriers/sealed.ts';
import type { Entry } from '../tools/journal.ts';
/** `sweatpants inspect`: resolves to the exit code. */
export declare function inspect(args: readonly string[]): Promise<number>;
/** Describes a sealed run as text. */
export declare function toReport({ recording, rounds, expiresAt }: Omit<Sealed, 'claims'>, now: number): string;
/** Describes the outcome of an effect in one short line. */
export declare function toOutcome(entry: Exclude<Entry, {
    type: 'halted';
}>): string;
export declare const toTime: (time: number) => string;
/** Aligns the cells of rows in columns. */
export declare function toTable(texts: readonly string[][]): string;

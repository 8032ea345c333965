import type { Option } from '../tools/flat-form.ts';
import { type Reading } from './prompt.ts';
import type { Terminal } from './terminal.ts';
export declare function listOptions(options: readonly Option[]): string;
/** What to type, as it stands in a prompt. */
export declare function rangeOf(options: readonly Option[]): string;
/** The option that was meant: by its number, its value or its title, or by how only one of them begins. */
export declare function readOption<T extends Option>(options: readonly T[], text: string): Reading<T>;
/** Shows a numbered list and resolves to the index of the choice. For components that are rendered in a terminal. */
export declare function choose(terminal: Terminal, message: string, titles: readonly string[], signal?: AbortSignal): Promise<number>;

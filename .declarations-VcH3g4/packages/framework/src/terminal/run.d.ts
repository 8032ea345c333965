import type { Elicits } from '../tools/elicit.ts';
import type { Schema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
import type { TerminalPeerOptions } from './peer.ts';
/**
 * Runs a tool at a terminal, prints how it ended and resolves to the exit code: 0, 1 when it failed, 130 when it was cancelled.
 * Ctrl-C cancels the run, so that its `finally` runs; a second one ends the process.
 *
 * ```ts
 * using terminal = openTerminal()
 * process.exitCode = await runInTerminal(greet, { name: 'Ada' }, { terminal })
 * ```
 */
export declare function runInTerminal<T>(tool: McpTool<string, Schema, Elicits, T>, params: unknown, options: TerminalPeerOptions): Promise<number>;
/** A result as a person reads it: text as it is, an object as one line for each field. */
export declare function toReadable(value: unknown): string;

import type { Elicits } from '../tools/elicit.ts';
import type { Capabilities } from '../tools/journal.ts';
import { type Ended } from '../tools/run-handle.ts';
import type { Schema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
import { type TerminalPeerOptions } from './peer.ts';
/**
 * Runs a tool at a terminal until it ends. The person there answers for everyone: questions to other people too, each time as
 * another one of those who are asked, and what a signal would bring.
 */
export declare function playInTerminal<T>(tool: McpTool<string, Schema, Elicits, T>, params: unknown, { can, signal, ...options }: TerminalPeerOptions & {
    can: Capabilities;
    signal: AbortSignal;
}): Promise<Ended<T>>;

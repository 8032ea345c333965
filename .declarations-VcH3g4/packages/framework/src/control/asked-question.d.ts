import { type Entry, type Recording } from '../tools/journal.ts';
import type { Json } from '../tools/json.ts';
import type { JsonSchema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
/** What an entry of a journal answers, as the tool asks it now. */
export interface AskedQuestion {
    /** `elicit`, `signal`, `sample` or `roots`. */
    kind: string;
    key: string;
    message?: string;
    context?: Readonly<Record<string, Json>>;
    /** The form of the answer, or of the value of a signal. */
    schema?: JsonSchema;
    /** The server that wrote the question, if it is not of your own tools. */
    origin?: string;
    to?: readonly string[];
    quorum?: number;
}
/** A tool with the arguments and the journal of one of its runs. */
export interface Replayable {
    tool: McpTool;
    arguments: Json;
    recording: Recording;
}
/** Returns the question that the entry `at` answers. Nothing is performed. Throws a `RunControlError` if the tool has changed. */
export declare function findQuestion(run: Replayable, at: number): Promise<AskedQuestion>;
/** Throws a `RunControlError` unless the tool takes the last of these entries as the answer to its question. */
export declare function refuseMisfit(run: Replayable, entries: readonly Entry[]): Promise<void>;

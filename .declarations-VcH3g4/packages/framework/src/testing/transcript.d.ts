import type { Root } from '../tools/effects/client.ts';
import type { LogLevel } from '../tools/effects/emit.ts';
import type { SampleReply } from '../tools/effects/sample.ts';
import type { Json } from '../tools/json.ts';
import type { McpMessage } from '../tools/message.ts';
import type { Failure } from '../tools/outcome.ts';
import type { PlainAnswer } from './answers.ts';
/** What went between a tool and its script, in the order in which it was answered. Plain data. */
export type Transcript = Exchanged[];
export type Exchanged = {
    type: 'elicit';
    id: string;
    key: string;
    message: string;
    context: Readonly<Record<string, Json>>;
    answer: PlainAnswer;
    /** Who answered, where that is not the caller. */
    by?: string;
} | {
    type: 'sample';
    id: string;
    messages: McpMessage[];
    reply: SampleReply;
} | {
    type: 'sample';
    id: string;
    messages: McpMessage[];
    failure: Failure;
}
/** As it was recorded: a step that returns nothing has no `value`. */
 | {
    type: 'step';
    name: string;
    value?: Json;
} | {
    type: 'step';
    name: string;
    failure: Failure;
} | {
    type: 'signal';
    name: string;
    value: unknown;
} | {
    type: 'log';
    level: LogLevel;
    message: string;
} | {
    type: 'notify';
    message: string;
    progress?: number;
    total?: number;
} | {
    type: 'roots';
    roots: readonly Root[];
} | {
    type: 'detach';
    detached: boolean;
};

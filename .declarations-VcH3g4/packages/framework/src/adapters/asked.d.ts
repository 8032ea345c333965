import type { Answers } from '../tools/answer-box.ts';
import type { ElicitEffect } from '../tools/effects/elicit.ts';
import type { Json } from '../tools/json.ts';
import type { JsonSchema } from '../tools/schema.ts';
/** An open question, as it is handed to the code that suspends. */
export interface AskedQuestion {
    /** What an answer is given by. Unique among all calls of a conversation, and another one when the question is asked again. */
    id: string;
    tool: string;
    key: string;
    message: string;
    context: Readonly<Record<string, Json>>;
    /** The form of the answer. */
    schema: JsonSchema;
    /** The page that the person is asked to open; the form has no fields then. */
    url?: string;
    /** Why it is asked again. */
    refusal?: string;
    expiresAt?: number;
}
/** Returns the questions of the call `callId` as plain data. */
export declare const toAsked: (callId: string, questions: readonly ElicitEffect[]) => AskedQuestion[];
/** Returns those of the answers that belong to the open questions, by the ids that the run has for them. */
export declare function fromAnswers(callId: string, questions: readonly ElicitEffect[], answers: unknown): Answers;

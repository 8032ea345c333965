import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type ScriptedReply } from './scripted-reply.ts';
export interface ScriptedModel extends LanguageModelV4 {
    /** What it was asked, call by call. */
    readonly calls: readonly LanguageModelV4CallOptions[];
    /** Throws a `ScriptError` when something was asked that the script did not expect, or when a line of it is left. */
    done(): void;
}
/**
 * A language model that says what a script says, line by line, and nothing else.
 *
 * ```ts
 * const model = scriptedModel([
 *   { expect: /weather/, calls: [{ name: 'weather', input: { city: 'Lisbon' } }] },
 *   { expect: '21 degrees', pieces: ['It is ', 'warm.'] },
 * ])
 * // … ask it …
 * model.done()
 * ```
 *
 * A call that does not fit rejects with a `ScriptError`, and so does every call after it.
 */
export declare function scriptedModel(script: readonly (string | ScriptedReply)[]): ScriptedModel;

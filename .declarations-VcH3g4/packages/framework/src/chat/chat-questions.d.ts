import type { NewQuestion, QuestionChanges } from '../log/questions.ts';
import type { ElicitEffect } from '../tools/effects/elicit.ts';
import type { ElicitPatch, ElicitWaitPatch, Patch } from './patch.ts';
import type { ChatState } from './state.ts';
/** Returns the question of a patch as the store indexes it. */
export declare function toIndexed({ type, callId, elicitId, attempt }: ElicitPatch | ElicitWaitPatch, effect: ElicitEffect, owner: string | undefined): NewQuestion;
/** Returns what patches at the end of the log do to the index, if anything. */
export declare function toQuestionChanges(before: ChatState, after: ChatState, patches: readonly Patch[], asked?: ReadonlyMap<string, NewQuestion>): QuestionChanges | undefined;

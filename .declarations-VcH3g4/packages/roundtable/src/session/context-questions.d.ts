import type { NewQuestion, QuestionChanges } from '@sweatpants/framework/log';
import type { Session } from './session.ts';
/** Returns the pending requests of a debate as questions to its owner. */
export declare function toQuestions(session: Session): NewQuestion[];
/** Returns what an append does to the open questions of a debate, if anything. */
export declare function toQuestionChanges(before: Session, after: Session): QuestionChanges | undefined;
/** Returns changes after which exactly the pending requests are open questions. */
export declare function toQuestionState(session: Session): QuestionChanges;

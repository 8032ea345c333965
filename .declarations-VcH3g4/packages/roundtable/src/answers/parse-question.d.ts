import type { QuestionForm } from '../session/question.ts';
import { type Parsed } from './read-object.ts';
export type FramedQuestion = QuestionForm & {
    isCheckable: boolean;
};
/** Reads which kind of question a topic is. Each kind needs what its answers are compared with. */
export declare function parseQuestion(text: string): Parsed<FramedQuestion>;

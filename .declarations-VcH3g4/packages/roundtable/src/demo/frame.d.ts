import type { FramedQuestion } from '../answers/parse-question.ts';
/** Says which kind of question a topic is. */
export declare function frame(topic: string): FramedQuestion;

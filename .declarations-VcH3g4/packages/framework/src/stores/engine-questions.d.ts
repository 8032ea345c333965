import { type NewQuestion, type QuestionChanges, type Questions } from '../log/questions.ts';
import { type EngineStreams, type OpenQuestion } from './engine-streams.ts';
export declare function createEngineQuestions(streams: EngineStreams): Questions;
export declare function openQuestions(open: readonly OpenQuestion[], opens: readonly NewQuestion[], time: number): OpenQuestion[];
/** Returns the questions that are open after an append. Throws a `QuestionClosedError`. */
export declare function changeQuestions(open: readonly OpenQuestion[], { opens, closes, answers }: QuestionChanges, time: number): OpenQuestion[];

import type { Situation } from './situation.ts';
import type { Answer, Voice } from './voice.ts';
/** Answers a prompt. A tool that the caller demands comes first, then a voice, then the rules of the model itself. */
export declare function answerTo(situation: Situation, voices: readonly Voice[]): Answer;

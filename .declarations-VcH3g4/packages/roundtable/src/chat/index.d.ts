export type { AskResult } from './ask-result.ts';
export { createAskRoundtable } from './ask-roundtable.ts';

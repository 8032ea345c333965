export type { AskResult } from './ask-result.ts'
export { ASK_ROUNDTABLE, createAskRoundtable } from './ask-roundtable.ts'

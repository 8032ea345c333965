export type { AgUiEvent, AgUiOutcome, AgUiUsage } from './event.ts';
export { type AgUiInterrupt, type AgUiResume, toInterrupts } from './interrupts.ts';
export { type AgUiMessage, type AgUiPart, type AgUiToolCall, toMessages } from './messages.ts';
export { type AgUiRoutesOptions, createAgUiRoutes } from './routes.ts';

/** The part of `./ai` for pages: everything but the endpoint. Bundlers for browsers resolve `./ai` to this file. */
export { hasAnswers } from './answers.ts';
export { type ChatTransport, type ChatTransportOptions, createChatTransport, type SendMessagesOptions, type UiRequests, } from './chat-transport.ts';
export { keepInStep, type UiChat } from './keep-in-step.ts';
export { type AnyMessage, type UiMessage, UiMessageError, type UiPart } from './ui-message.ts';
export { toUIMessages } from './ui-messages.ts';
export type { UiQuestion, UiTools } from './ui-tools.ts';

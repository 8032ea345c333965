export type { ChatSnapshot, PendingElicit } from '../chat/client/client-snapshot.ts'
export type { ToolEmissionTrackingState } from '../chat/client/tool-emission.ts'
export type { ChatState, PendingApprovalState as PendingClientToolState, PendingElicitState } from '../chat/state.ts'
export { createInboxClient, type InboxClient, type InboxSnapshot } from '../inbox/client.ts'
export type { InboxQuestion } from '../inbox/question.ts'
export { findHandler } from '../tools/plugin.ts'
export { AppFrame, type AppFrameProps } from './app-frame.tsx'
export { ElicitForm, type ElicitFormProps } from './elicit-form.tsx'
export { Emission, type EmissionProps, ResultView, type ResultViewProps } from './emission.tsx'
export { HandledQuestion, type HandledQuestionProps } from './handled-question.tsx'
export { Markdown, type MarkdownProps } from './markdown.tsx'
export { SchemaForm, type SchemaFormProps } from './schema-form.tsx'
export { showLinkQuestion } from './show-link-question.tsx'
export { ShownUrl, type ShownUrlProps } from './shown-url.tsx'
export {
  type UseChatSessionOptions,
  type UseChatSessionReturn,
  useChatSession,
  useChatSnapshot,
} from './use-chat-session.ts'
export { toFormQuestion, useInbox } from './use-inbox.ts'
export type { ViewContext, ViewHandlers, ViewResult } from './view-host.ts'

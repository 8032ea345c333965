export type { Answers, Arrival, IgnoredAnswer } from './tools/answer-box.ts'
export type { BranchOptions, Limits } from './tools/branch.ts'
export { type BrowserTool, createTool } from './tools/browser-tool.ts'
export { type Buildable, createMcpTool, type McpToolBuilder } from './tools/builder.ts'
export { type CallJournals, type CallOptions, callTool } from './tools/call-tool.ts'
export type { Choice, Choices } from './tools/choices.ts'
export { type Clock, systemClock } from './tools/clock.ts'
export { type ContentBlock, content, type ResourceContents, ToolContent } from './tools/content.ts'
export type { QuietContext, ToolContext } from './tools/context.ts'
export type { Effect } from './tools/effect.ts'
export type { DetachEffect, Root, RootsEffect } from './tools/effects/client.ts'
export type { ElicitEffect } from './tools/effects/elicit.ts'
export type { LogEffect, LogLevel, NotifyEffect } from './tools/effects/emit.ts'
export type { SampleEffect, SampleReply } from './tools/effects/sample.ts'
export type { SignalEffect } from './tools/effects/signal.ts'
export type { StepContext, StepOptions } from './tools/effects/step.ts'
export type {
  Attribution,
  ElicitAnswer,
  ElicitDefinition,
  ElicitOptions,
  ElicitRefusal,
  ElicitResult,
  Elicits,
  FormDefinition,
  QuorumAnswer,
  QuorumResult,
  UrlDefinition,
} from './tools/elicit.ts'
export * from './tools/errors.ts'
export type { ElicitExchange, SampleExchange } from './tools/exchange.ts'
export { callHost, type Host, type HostEffect } from './tools/host.ts'
export {
  type HostedApp,
  type HostedView,
  isForModel,
  type QuestionApp,
  type ViewPolicy,
  type ViewSource,
} from './tools/hosted-app.ts'
export {
  type Answered,
  type Capabilities,
  createMemoryJournal,
  type Entry,
  type Header,
  type Journal,
  type JournalWrite,
  type MemoryJournal,
  type Progress,
  type Recording,
} from './tools/journal.ts'
export type { Json, Jsonified, NotJson } from './tools/json.ts'
export type { ExtendedMessage, McpBlock, McpMessage } from './tools/message.ts'
export type { Operation } from './tools/operation.ts'
export { type Deferred, deferred, type Failure, failed, type Outcome, succeeded } from './tools/outcome.ts'
export type { OnWait, OutsideWait } from './tools/outside.ts'
export { toParametersSchema } from './tools/parameters-schema.ts'
export { parseJson } from './tools/parse-json.ts'
export type { Peer, PeerEffect, Question } from './tools/peer.ts'
export {
  definePlugin,
  type ElicitRequest,
  getElicitContext,
  makePlugin,
  type Plugin,
  type PluginBuilder,
  type PluginClient,
  type PluginServer,
  type ResultProps,
  type ViewProps,
} from './tools/plugin.ts'
export {
  type Component,
  type PluginContext,
  type PluginOperation,
  type PluginPage,
  type RenderEffect,
  type RenderProps,
  runHandler,
} from './tools/render.ts'
export { repairJson } from './tools/repair-json.ts'
export { type ReplayWatcher, replayTool } from './tools/replay-tool.ts'
export type { RetryOptions } from './tools/retry.ts'
export { type Ended, RunHandle, type RunHandleOptions } from './tools/run-handle.ts'
export { type Parked, type RunOptions, type RunResult, runTool } from './tools/run-tool.ts'
export type { OpenedEffect, RunWatcher } from './tools/run-watcher.ts'
export { SCHEMA_TOOL } from './tools/sample.ts'
export type {
  ModelPreferences,
  SampleResult,
  SampleSchemaResult,
  SampleTool,
  SampleToolsResult,
  ToolCall,
} from './tools/sampling.ts'
export { type JsonPart, scanJson } from './tools/scan-json.ts'
export {
  type InferInput,
  type InferOutput,
  type JsonSchema,
  jsonSchema,
  type Schema,
  toJsonSchema,
} from './tools/schema.ts'
export type { SentSignal } from './tools/signal-box.ts'
export type { Icon, McpTool, PreviewOptions, ToolAnnotations, ToolRequirements } from './tools/tool.ts'
export { indexTools } from './tools/tool-names.ts'
export { mergeVersions } from './tools/tool-versions.ts'
export { addUsage, noUsage, type Usage } from './tools/usage.ts'
export { mintId } from './tools/uuid.ts'

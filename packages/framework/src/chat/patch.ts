/**
 * The patches of a chat: one table that parses them, and from which their types are inferred.
 *
 * A new type of patch is a new entry in `PATCHES`. The tables of `reduce.ts` do not compile until they have it too.
 */
import { type GenericSchema, type InferOutput, exactOptional as maybe, nullable, union } from 'valibot'
import { PatchError } from '../log/client/client-errors.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { QuestionApp } from '../tools/hosted-app.ts'
import { isObject } from '../tools/json.ts'
import type { McpBlock, ToolResultBlock } from '../tools/message.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { fields, flag, type InferFields, json, list, number, opaque, part, problemWith, text, word } from './fields.ts'
import type { UserBlock, UserContent } from './user-content.ts'

/** The command that the patch is the result of, so that its sender recognises the patch. */
const ofCommand = { commandId: maybe(text) }

const usage = part({ inputTokens: number, outputTokens: number, costUsd: maybe(number) })

/** `null` for that of the provider. */
const temperature: GenericSchema<number | null> = nullable(number)

/** Only the fields that every reader of a block looks at: a newer server may send blocks of new types. */
const blocks = <T extends McpBlock>() =>
  list(part({ type: text, text: maybe(text) }) as GenericSchema<unknown> as GenericSchema<T>)

/** Text, or blocks where there is more than text. */
const said = union([text, blocks<UserBlock>()], 'a string or blocks') as GenericSchema<UserContent>

const capabilities = part({
  tools: list(
    part({
      name: text,
      description: maybe(text),
      approval: maybe(word<'confirm'>()),
      /** Given where a person can edit the arguments. */
      inputSchema: maybe(opaque<JsonSchema>()),
    }),
  ),
  models: list(text),
  personas: list(text),
})

/**
 * A piece of an answer. It is broadcast at once and appended to the log about once a second, joined with others. `offset` is its place in
 * the texts of the attempt, so that a reader takes each character once; a piece without it follows what there is.
 */
const piece = fields({ messageId: text, text, attempt: maybe(number), offset: maybe(number) })

const PATCHES = {
  session_info: fields({
    sessionId: maybe(text),
    title: maybe(text),
    model: maybe(text),
    persona: maybe(text),
    /** What the model is told beside its persona; empty for nothing. */
    systemPrompt: maybe(text),
    temperature: maybe(temperature),
    pinned: maybe(flag),
    archived: maybe(flag),
    capabilities: maybe(capabilities),
    ...ofCommand,
  }),
  /** A title that a model has written. It counts unless a person has given one. */
  title_suggest: fields({ title: text, usage }),
  user_message: fields({
    messageId: text,
    content: said,
    timestamp: number,
    /** The message that this one replaces, on a new branch. */
    edits: maybe(text),
    model: maybe(text),
    persona: maybe(text),
    ...ofCommand,
  }),
  /** A turn is to start without a new message: with another answer to the message, or with more of an answer that was stopped. */
  turn_request: fields({ messageId: text, ...ofCommand }),
  /** A turn starts: the model receives these messages and all earlier ones of the branch. */
  turn_start: fields({ turn: number, messageIds: list(text), model: text }),
  turn_end: fields({ turn: number, reason: word<'complete' | 'step_limit' | 'aborted' | 'failed'>() }),
  /** Nothing runs any more: the turn goes on when a person answers, or when a deadline passes. */
  turn_wait: fields({ turn: number }),
  /** The turn met other code than it was recorded with. It is resumed, from where it is, by a server that has the right code. */
  turn_blocked: fields({ turn: number }),
  turn_resume: fields({ turn: number }),
  /** A new attempt clears the text of the previous one. */
  streaming_start: fields({ messageId: text, turn: number, attempt: number, timestamp: number }),
  streaming_text: piece,
  streaming_reasoning: piece,
  /** The provider has failed in a way that may pass. It is asked again at `at`, which is `delay` milliseconds later. */
  streaming_retry: fields({ messageId: text, code: text, at: number, delay: number }),
  streaming_end: fields({ messageId: text }),
  /** The whole answer of the model. It replaces the streamed text. */
  assistant_message: fields({
    messageId: text,
    turn: number,
    content: blocks<McpBlock>(),
    model: text,
    stopReason: text,
    usage,
    timestamp: number,
    sources: maybe(list(part({ url: maybe(text), title: maybe(text) }))),
  }),
  tool_call_start: fields({
    callId: text,
    /** The id of the model's `tool_use`, which is unique only within its message. */
    toolUseId: text,
    messageId: text,
    toolName: text,
    arguments: json,
    timestamp: number,
    /** The server of a hosted tool, by a name that it cannot choose. */
    origin: maybe(text),
    /** The `ui://` address of the server's view that shows the call. */
    view: maybe(text),
    /** The call whose view makes this one. */
    calledBy: maybe(text),
    ...ofCommand,
  }),
  /** One call is to be cancelled; its turn goes on. */
  tool_call_cancel: fields({ callId: text, ...ofCommand }),
  tool_call_progress: fields({ callId: text, message: text, progress: maybe(number) }),
  tool_call_result: fields({
    callId: text,
    result: json,
    /** What the model receives, if that is more than the result as text. */
    content: maybe(blocks<ToolResultBlock['content'][number]>()),
    /** What the server of a hosted tool says to its view, and not to the model. */
    meta: maybe(json),
  }),
  /** What the view of a call wants the model to know; an empty text is nothing. The last one counts. */
  view_note: fields({ callId: text, text, ...ofCommand }),
  tool_call_error: fields({ callId: text, code: text, message: text }),
  /** A person is asked to allow a call. The person is asked again if what the call would do has changed. */
  approval_request: fields({
    callId: text,
    toolName: text,
    arguments: json,
    timestamp: number,
    /** What the call would do, in the words of its tool. */
    preview: maybe(text),
    /** The tool may delete or overwrite something. */
    destructive: maybe(flag),
    /** From 1, which is left out. */
    attempt: maybe(number),
  }),
  approval_response: fields({
    callId: text,
    approved: flag,
    arguments: maybe(json),
    reason: maybe(text),
    /** The view may call the tool again without asking. */
    always: maybe(flag),
    ...ofCommand,
  }),
  /** A tool that may ask questions starts. */
  elicit_start: fields({ callId: text, toolName: text }),
  /** A question is open. It is asked again, with the reason, if its answer was refused. */
  elicit: fields({
    callId: text,
    toolName: text,
    elicitId: text,
    key: text,
    message: text,
    /** The end of the message, which a component leaves out. */
    plain: maybe(text),
    context: json,
    attempt: number,
    timestamp: number,
    schema: maybe(opaque<JsonSchema>()),
    /** Why the previous answer was refused. */
    refusal: maybe(text),
    expiresAt: maybe(number),
    ui: maybe(text),
    /** The view of the server that shows the question. */
    app: maybe(opaque<QuestionApp>()),
    /** The page that the person is asked to open; the form has no fields then. */
    url: maybe(text),
    /** The server that wrote the question, by a name that it cannot choose. */
    origin: maybe(text),
  }),
  elicit_response: fields({
    callId: text,
    elicitId: text,
    result: part({ action: text }) as GenericSchema<unknown> as GenericSchema<ElicitAnswer>,
    timestamp: number,
    answeredBy: maybe(text),
    ...ofCommand,
  }),
  /** A call waits for other people. What they are asked is not in the log of the chat, because its owner may read that. */
  elicit_wait: fields({
    callId: text,
    elicitId: text,
    to: list(text),
    attempt: number,
    timestamp: number,
    quorum: maybe(number),
    expiresAt: maybe(number),
  }),
  /** One of them has answered. */
  elicit_answer: fields({
    callId: text,
    elicitId: text,
    attempt: number,
    answeredBy: text,
    timestamp: number,
    /** Left out where the owner of the chat reads it. */
    result: maybe(opaque<ElicitAnswer>()),
  }),
  /** Something has happened outside that a call may wait for. */
  signal: fields({
    callId: text,
    signalId: text,
    name: text,
    timestamp: number,
    /** Left out where the owner of the chat reads it. */
    value: maybe(json),
  }),
  /** The questions of a call are over: all of them, or the one that is named. */
  elicit_complete: fields({ callId: text, elicitId: maybe(text) }),
  usage: fields({ turn: number, usage }),
  /** The branch that the message is on is shown, and goes on. */
  branch_switch: fields({ messageId: text, ...ofCommand }),
  abort_request: fields({ ...ofCommand }),
  abort_complete: fields({ turn: number }),
  error: fields({ code: text, message: text, turn: maybe(number) }),
  reset: fields({ ...ofCommand }),
}

export type PatchType = keyof typeof PATCHES

/** The patch of one type, or the union of several. */
export type PatchOf<T extends PatchType> = T extends PatchType
  ? Flat<{ type: T } & InferFields<(typeof PATCHES)[T]>>
  : never

type Flat<T> = { [K in keyof T]: T[K] }

/** A change of a chat. The state is `reduce` over all of them. */
export type Patch = PatchOf<PatchType>

/** What a conversation offers. */
export type ChatCapabilities = InferOutput<typeof capabilities>

export type SessionInfoPatch = PatchOf<'session_info'>
export type UserMessagePatch = PatchOf<'user_message'>
export type TurnRequestPatch = PatchOf<'turn_request'>
export type TurnStartPatch = PatchOf<'turn_start'>
export type TurnEndPatch = PatchOf<'turn_end'>
export type TurnWaitPatch = PatchOf<'turn_wait'>
export type StreamingStartPatch = PatchOf<'streaming_start'>
export type StreamingTextPatch = PatchOf<'streaming_text' | 'streaming_reasoning'>
export type StreamingRetryPatch = PatchOf<'streaming_retry'>
export type StreamingEndPatch = PatchOf<'streaming_end'>
export type AssistantMessagePatch = PatchOf<'assistant_message'>
export type ToolCallStartPatch = PatchOf<'tool_call_start'>
export type ToolCallProgressPatch = PatchOf<'tool_call_progress'>
export type ToolCallResultPatch = PatchOf<'tool_call_result'>
export type ViewNotePatch = PatchOf<'view_note'>
export type ToolCallErrorPatch = PatchOf<'tool_call_error'>
export type ApprovalRequestPatch = PatchOf<'approval_request'>
export type ApprovalResponsePatch = PatchOf<'approval_response'>
export type ElicitStartPatch = PatchOf<'elicit_start'>
export type ElicitPatch = PatchOf<'elicit'>
export type ElicitResponsePatch = PatchOf<'elicit_response'>
export type ElicitCompletePatch = PatchOf<'elicit_complete'>
export type ElicitWaitPatch = PatchOf<'elicit_wait'>
export type ElicitAnswerPatch = PatchOf<'elicit_answer'>
export type SignalPatch = PatchOf<'signal'>
export type UsagePatch = PatchOf<'usage'>
export type BranchSwitchPatch = PatchOf<'branch_switch'>
export type AbortRequestPatch = PatchOf<'abort_request'>
export type AbortCompletePatch = PatchOf<'abort_complete'>
export type ErrorPatch = PatchOf<'error'>
export type ResetPatch = PatchOf<'reset'>

/** Whether a patch is a piece of a text, which is broadcast before it is appended. */
export const isPiece = (patch: Patch): patch is StreamingTextPatch =>
  patch.type === 'streaming_text' || patch.type === 'streaming_reasoning'

/** Returns the patch that a server sent, or `undefined` if only a newer client knows its type. Throws a `PatchError`. */
export function parsePatch(value: unknown): Patch | undefined {
  if (!isObject(value) || typeof value.type !== 'string') {
    throw new PatchError('a patch must be an object with a type')
  }
  const { type } = value
  if (!Object.hasOwn(PATCHES, type)) return undefined
  const problem = problemWith(PATCHES[type as PatchType], value)
  if (problem !== undefined) throw new PatchError(`${type}: ${problem}`)
  // The value itself and not a copy of the known fields: a newer server may send others. The schema has checked it.
  return value as unknown as Patch
}

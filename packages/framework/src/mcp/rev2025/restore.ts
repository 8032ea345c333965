import type { LogEntry, Store } from '../../log/log.ts'
import { readRun } from '../../log/run-journal.ts'
import type { Json } from '../../tools/json.ts'
import { progressOf } from '../core/progress.ts'
import type { RequestId } from '../core/request-id.ts'
import type { Message, RequestMessage } from './message.ts'
import { readQuestionId } from './questions.ts'

/** A record of a session's stream. */
export type SessionEvent =
  /** A message that forms the session: `initialize`, a subscription. */
  | { type: 'message'; message: Json }
  /** A call that has asked its client, and the number of its response stream. */
  | { type: 'call'; runId: string; stream: number; request: Json }
  /** A question that was sent. */
  | { type: 'sent'; stream: number; seq: number; text: string }
  | { type: 'answer'; message: Json }
  | { type: 'done'; runId: string; stream: number; seq: number; text: string }
  /** The client has cancelled a call. */
  | { type: 'cancel'; runId: string }
  /** A call that was cancelled has ended. It gets no response. */
  | { type: 'over'; runId: string }

/** A call without a response that an earlier process began. */
export interface RestoredCall {
  runId: string
  stream: number
  request: RequestMessage
  /** The client has cancelled it. */
  isCancelled: boolean
  /** How far the client was told it is. */
  progress: number | undefined
  /** The questions that were sent, by their JSON-RPC ids. */
  questions: ReadonlyMap<RequestId, RequestMessage>
  answers: readonly Message[]
}

/** What a process that takes over a session goes on with. */
export interface Restored {
  messages: readonly Message[]
  calls: readonly RestoredCall[]
  /** The requests of all stored calls, also of those that are over: what a stream is about guards its events. */
  requests: readonly { stream: number; request: RequestMessage }[]
  /** Questions and responses, also of calls that are over: the client may have missed them. */
  sent: readonly { stream: number; seq: number; text: string }[]
}

export interface RestoreOptions {
  store: Store
  /** Milliseconds between two heartbeats of a call. */
  heartbeat: number
}

/** Reads a session from its stream. */
export async function restore(options: RestoreOptions, entries: readonly LogEntry<SessionEvent>[]): Promise<Restored> {
  const events = entries.map(({ event }) => event)
  // Where each open call begins. One with an idempotency key that was cancelled may be called again, and its run has the same id then.
  const open = new Map<string, number>()
  for (const [at, event] of events.entries()) {
    if (event.type === 'call') open.set(event.runId, at)
    else if (event.type === 'done' || event.type === 'over') open.delete(event.runId)
  }
  const stored = events.filter((event) => event.type === 'call')
  return {
    messages: messagesOf(events, 'message'),
    requests: stored.map(({ stream, request }) => ({ stream, request: request as unknown as RequestMessage })),
    calls: await Promise.all([...open.values()].map((at) => restoreCall(options, events.slice(at)))),
    sent: events.filter((event) => event.type === 'sent' || event.type === 'done'),
  }
}

/** `events` begin with the call. */
async function restoreCall(
  { store, heartbeat }: RestoreOptions,
  events: readonly SessionEvent[],
): Promise<RestoredCall> {
  const { runId, stream, request } = events[0] as Extract<SessionEvent, { type: 'call' }>
  const asked = events
    .flatMap((event) => (event.type === 'sent' ? [JSON.parse(event.text) as RequestMessage] : []))
    .filter(({ id }) => readQuestionId(id, runId) !== undefined)
  const questions = new Map(asked.map((question) => [question.id, question]))
  const recording = await readRun(store, runId)
  return {
    runId,
    stream,
    request: request as unknown as RequestMessage,
    isCancelled: events.some((event) => event.type === 'cancel' && event.runId === runId),
    progress: recording && progressOf(recording, heartbeat),
    questions,
    answers: messagesOf(events, 'answer').filter((message) => questions.has((message as { id: RequestId }).id)),
  }
}

/** A call that has a result. */
export interface EndedCall {
  request: RequestMessage
  result: Record<string, unknown>
}

/** Returns the last call of a run, if it ended with a result. */
export function findEnded(entries: readonly LogEntry<SessionEvent>[], runId: string): EndedCall | undefined {
  const events = entries.map(({ event }) => event).filter((event) => 'runId' in event && event.runId === runId)
  const [call, done] = [events.findLast(({ type }) => type === 'call'), events.at(-1)]
  if (call?.type !== 'call' || done?.type !== 'done') return undefined
  const { result } = JSON.parse(done.text) as Partial<EndedCall>
  return result && { request: call.request as unknown as RequestMessage, result }
}

/** Whether a session goes on with a run: it has stored the call, and not its end. */
export function isOpen(entries: readonly LogEntry<SessionEvent>[], runId: string): boolean {
  const last = entries.findLast(({ event }) => 'runId' in event && event.runId === runId)?.event
  return last !== undefined && last.type !== 'done' && last.type !== 'over'
}

/** They were checked when they arrived. */
const messagesOf = (events: readonly SessionEvent[], type: 'message' | 'answer'): Message[] =>
  events.flatMap((event) => (event.type === type ? [event.message as unknown as Message] : []))

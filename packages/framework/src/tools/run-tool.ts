import type { Answers, Arrival, IgnoredAnswer } from './answer-box.ts'
import type { Clock } from './clock.ts'
import { defined } from './defined.ts'
import type { StepBody, StepContext } from './effects/step.ts'
import type { Elicits } from './elicit.ts'
import type { CleanupError } from './errors.ts'
import type { Host } from './host.ts'
import type { Capabilities, Journal } from './journal.ts'
import type { Json } from './json.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { ExtendedMessage } from './message.ts'
import type { OnWait, OutsideWait } from './outside.ts'
import type { Asked, Peer, Question } from './peer.ts'
import { Run } from './run.ts'
import type { RunWatcher } from './run-watcher.ts'
import type { JsonSchema, Schema } from './schema.ts'
import type { SentSignal } from './signal-box.ts'
import type { McpTool } from './tool.ts'
import type { Usage } from './usage.ts'

export interface RunOptions {
  peer: Peer
  /** Publishes what the run waits for outside: questions to other people, and signals. */
  onWait?: OnWait
  /** Returns the URL at which the signal with this name is sent to this run, which began at `startedAt`; `ctx.signalUrl` fails without it. */
  signalUrl?: (runId: string, name: string, startedAt: number) => MaybePromise<string>
  /** All signals that were sent to this run so far, also those that an earlier process has taken. */
  signals?: readonly SentSignal[]
  /** Performs what `callHost` asks for; most tools need none. */
  host?: Host
  /** Where outcomes are recorded; in memory when absent. */
  journal?: Journal
  /**
   * Keeps large base64 data beside the journal and resolves to its digest, for tools whose results have such data. `_meta` of a
   * block then says where its data is.
   */
  attach?: (data: string) => Promise<string>
  /** The id of a new run; minted when absent. */
  runId?: string
  /** What the idempotency keys of a new run begin with, if an earlier run may have had its id. Default: `runId`. */
  forkId?: string
  /** What `ctx.uuid` and `ctx.random` of a new run follow from; minted when absent. */
  seed?: string
  principal?: string
  can?: Partial<Capabilities>
  systemPrompt?: string
  messages?: readonly ExtendedMessage[]
  /** Aborting it cancels the run (R10). */
  signal?: AbortSignal
  /** What to do when the journal was written by another `.version`. Default `fail`. */
  onVersionChange?: 'fail' | 'restart' | 'continue'
  clock?: Clock
  /** Called with what a developer should know of and no result says: a `CleanupError`. */
  onError?: (error: Error) => void
  /** Stands between a step and the world; a test may answer in its place. */
  runStep?: (name: string, body: StepBody<unknown>, step: StepContext) => unknown
  /**
   * Milliseconds: a run that does nothing but sleep for at least so long parks, without questions, so that it need not stay in
   * memory. Default: it stays.
   */
  longSleep?: number
  watcher?: RunWatcher
  /** Returns an answer of the client as the form of its question has it, before it is checked and recorded. */
  readAnswer?: (answer: Json | undefined, asked: Asked & { schema: JsonSchema }) => Json | undefined
}

/** How far a run has come. */
export type RunResult<T = unknown> = Stop<T> & {
  usage: Usage
  ignored: IgnoredAnswer[]
  /** Cleanups that took longer than `limits.cleanup`, since the last result. For the log of the server. */
  abandoned: readonly CleanupError[]
}

export type Stop<T> =
  | { type: 'completed'; value: T }
  | { type: 'failed'; error: Error }
  | { type: 'cancelled' }
  | Parked<T>

export interface Parked<T = unknown> {
  type: 'parked'
  /** Every question to the caller that is open, in the order in which they were opened. */
  questions: readonly Question[]
  /** Every question to other people that is open, and every signal that is waited for. */
  waits: readonly OutsideWait[]
  /** When something will be over by itself: a sleep, or a question that expires. */
  wakeAt: number | undefined
  /** Goes on in place: with answers, without any once `wakeAt` has passed, or to its end after `signal` has aborted. */
  resume(answers?: Answers, arrival?: Arrival): Promise<RunResult<T>>
}

/**
 * Runs a tool until it completes, fails, is cancelled, or parks with every open question. With the journal of an earlier
 * run, it goes on from there. Rejects when it could not be run at all: the journal diverges or has another
 * writer, or the peer broke down. `receivedAt` is when the answers arrived, now when absent; `answeredBy` is who gave them.
 */
export function runTool<T>(
  tool: McpTool<string, Schema, Elicits, T>,
  params: unknown,
  options: RunOptions & { answers?: Answers; receivedAt?: number; answeredBy?: string },
): Promise<RunResult<T>> {
  const { answers, receivedAt, answeredBy } = options
  const run = new Run<T>(tool, params, options)
  if (answers === undefined) return run.advance()
  run.receive(answers, {
    ...defined({ at: receivedAt, by: answeredBy }),
  })
  return run.advance()
}

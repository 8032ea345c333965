import type { AuthOption } from '../http/auth.ts'
import { readLimits } from '../http/limits.ts'
import type { Inbox } from '../inbox/create-inbox.ts'
import type { Store } from '../log/log.ts'
import type { Model } from '../models/model.ts'
import { LONGEST_TIMER } from '../tools/clock.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import type { Offer } from './core/catalog.ts'
import { HEARTBEAT } from './core/progress.ts'
import type { Views } from './core/views.ts'
import type { SessionLimits } from './rev2025/session-limits.ts'

export interface ServeOptions extends Offer {
  name: string
  version: string
  /** Sent to hosts when they connect. */
  instructions?: string
  /** Answers samples. Without it the client does, where it offers sampling. */
  model?: Model
  /** Which of the two answers a sample if both can. Default `server-first`: sampling by clients is leaving the protocol. */
  sampling?: 'client-first' | 'server-first'
  /** Stores tasks and calls. In memory when absent, which does not survive the process. The server does not close it. */
  store?: Store
  /**
   * Secrets that seal `requestState`, newest first, each at least 32 characters. When absent, calls that ask are stored if the
   * store is durable, and otherwise sealed with a secret of this process.
   */
  keys?: readonly string[] | undefined
  /** Milliseconds for which a `requestState` is valid. Default 24 hours. */
  stateTtl?: number
  /** Where other people answer the questions of tools; it gives signals their URLs. */
  inbox?: Pick<Inbox, 'toSignalUrl'>
  /** Names the caller of a request; without it every caller is the same one. */
  auth?: AuthOption | undefined
  /** The path that is served. Default `/mcp`. */
  path?: string
  /**
   * Whether a client that cannot be asked gets questions as results in words, which its model answers with the tool
   * `answer_question`. Default true; never for questions with `mustAsk`. Without it such a call fails with -32021.
   */
  questionsInWords?: boolean
  /** The views of the tools, for hosts that show MCP Apps. Nothing is sent to a client that does not declare them. */
  views?: Views | ViewOptions
  /** Host names to accept; the loopback names when absent. */
  allowedHosts?: readonly string[]
  /** Host names of the origins whose pages may call; the loopback names and `allowedHosts` when absent. */
  allowedOrigins?: readonly string[]
  limits?: Partial<ServeLimits>
  /** Milliseconds after which a process without a heartbeat counts as dead and others take over its tasks. Default 10 seconds. */
  leaseTtl?: number
  /** How to go on with a run of another `.version`. Default `fail`. */
  onVersionChange?: RunOptions['onVersionChange']
  /** Receives every error that is not the caller's mistake. Default: standard error. */
  onError?: (error: unknown) => void
}

export interface ViewOptions {
  /** Where the views are read. */
  from: Views
  /**
   * The names of clients that hide app-only tools from their model, as their `clientInfo` has them. In a session a call of such a
   * client waits for the view, and ends with its result; others get a handle at once. Default: Claude and ChatGPT.
   */
  hosts?: readonly string[]
  /** Milliseconds for which such a call waits for its view to appear. Default 1.5 seconds. */
  presence?: number
  /** Whether a client that declares no extension is taken for a host that shows views; for tests. Default false. */
  assume?: boolean
}

export interface ServeLimits extends SessionLimits {
  /** Bytes of one request. Default 4 MiB. */
  body: number
  /** Open `subscriptions/listen` streams. Default 1,000. */
  subscriptions: number
  /** Open `subscriptions/listen` streams of one caller. Default 100. */
  subscriptionsPerCaller: number
  /** Tasks of one principal that are kept at one time, those that are over included. Default 1,000. */
  tasks: number
  /** Calls of one principal that the store keeps at one time and that have not ended. Default 10,000. */
  keptCalls: number
  /**
   * Milliseconds for which a task is kept after its last change, and again after its end. A task that sleeps, or waits for a
   * signal, for the next attempt at a step or for a question that expires later, is kept at least as long. Default 24 hours.
   */
  taskTtl: number
  /** Milliseconds for which a request waits for other people before its client is told to come back. Default 20 seconds. */
  othersWait: number
  /**
   * Milliseconds after which a call of a client that cannot be asked goes on without its request: the client gets a result that
   * names the tool `check_on`. Default 45 seconds; `Infinity`: never.
   */
  callWait: number
  /** Milliseconds between two progress notifications of a call that says nothing, for clients that want progress. Default 5 seconds. */
  heartbeat: number
}

const DEFAULT_LIMITS: ServeLimits = {
  body: 4 * 1024 * 1024,
  sessions: 1_000,
  sessionsPerCaller: 200,
  sessionIdle: 30 * 60_000,
  unread: 1024 * 1024,
  subscriptions: 1_000,
  subscriptionsPerCaller: 100,
  tasks: 1_000,
  keptCalls: 10_000,
  taskTtl: 24 * 60 * 60_000,
  othersWait: 20_000,
  callWait: 45_000,
  heartbeat: HEARTBEAT,
}

/** The limits that a timer ends. A longer time than a timer can have would end at once. */
const TIMED = ['sessionIdle', 'othersWait', 'heartbeat'] as const

/** Returns all limits. Throws a `SweatpantsError` for one that cannot be. */
export function readServeLimits(given?: Partial<ServeLimits>): ServeLimits {
  const limits = readLimits(DEFAULT_LIMITS, given)
  // Stores keep it as a time.
  if (limits.taskTtl === Number.POSITIVE_INFINITY)
    throw new SweatpantsError('limits.taskTtl is a finite number of milliseconds')
  for (const name of TIMED) limits[name] = Math.min(limits[name], LONGEST_TIMER)
  return limits
}

import { setTimeout as delay } from 'node:timers/promises'
import type { ElicitAnswer, McpTool, PluginClient } from '@sweatpants/framework'

import type { ProcessOptions } from './processes.ts'
import type { ServeSettings } from './served.ts'
import type { Servers } from './servers.ts'

/** The ways on which a tool runs, in the order of the table's columns. */
export const PATHS = {
  script: 'script',
  terminal: 'terminal',
  'mcp-2025': 'MCP 2025',
  'mcp-2026-sealed': 'MCP 2026 sealed',
  'mcp-2026-stored': 'MCP 2026 stored',
  task: 'task',
  chat: 'chat',
  debate: 'debate round',
} as const

export type PathName = keyof typeof PATHS

/** The paths that run any tool. A debate runs its own. */
export type ToolPathName = Exclude<PathName, 'debate'>

/** A way on which a tool runs: with its real client, and its real server if it has one. */
export interface Path {
  readonly name: ToolPathName
  open(options: StageOptions): Promise<Stage>
}

/** Tools that run within this process, or errands that run in processes of their own. */
export type StageOptions = LocalOptions | ProcessOptions

export interface LocalOptions extends ServeSettings {
  tools: readonly McpTool[]
  /** Answer the questions of tools in place of the person, where a path has plugins. */
  plugins?: readonly PluginClient[]
  /** The store ends with the process. */
  isForgetful?: boolean
}

/** Tools that are offered on a path, and the person who uses them. */
export interface Stage extends AsyncDisposable {
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Call>
  /** The tools as a client sees them. */
  list(): Promise<ListedTool[]>
  /** Where the path has a server: ends and starts it, with the same store and the same keys. */
  readonly servers: Servers
}

export interface ListedTool {
  name: string
  inputSchema?: unknown
  _meta?: Record<string, unknown> | undefined
}

export interface CallOptions {
  /** False: the client says that it cannot be asked. */
  canElicit?: boolean
  /** A call that was made before in the same conversation, where a path has conversations. */
  after?: Call
  /** Names the request, where a client can send one twice. */
  key?: string
}

/** The `_meta` of a request with a name. */
export const toKeyMeta = (key: string | undefined): { _meta?: Record<string, string> } =>
  key === undefined ? {} : { _meta: { 'dev.sweatpants/idempotencyKey': key } }

/** A call of a tool, as the person on this path sees it. */
export interface Call {
  /** Resolves once so many questions are open; rejects if the call ends before. */
  questions(count?: number): Promise<Question[]>
  /** Resolves once the path has taken the answer; rejects with a `RefusedError` if it does not take it. */
  answer(question: Question, answer: ElicitAnswer): Promise<void>
  /** Sends again what was lost with the server, where a client has to. */
  retry(): Promise<void>
  cancel(): Promise<void>
  /** Deletes the session or the conversation of the call, where a path has one. */
  deleteSession?(): Promise<void>
  /** Resolves once the client has heard that the call waits for other people, where a reply says so. */
  waits?(): Promise<void>
  /** Resolves to what the person is told while no running server can continue the call. */
  blocked(): Promise<string>
  outcome(): Promise<Outcome>
  /** Resolves to why a plugin could not answer, where a page shows that and leaves the question open. */
  problem?(): Promise<string>
  /** The progress that the person was shown, in its order; `undefined` where a message had no number. */
  progress(): Promise<(number | undefined)[]>
}

/** An open question. */
export interface Question {
  id: string
  message: string
  /** From 1. */
  attempt: number
  /** Why it is asked again. */
  refusal?: string
}

/** Returns the message of an MCP question, and why it is asked again. */
export function readMessage(text: string): [message: string, refusal: string | undefined] {
  const [, refusal, message] =
    /^(The last answer was refused: [^\n]*|This question has changed [^\n]*)\n(.*)$/s.exec(text) ?? []
  return message === undefined ? [text, undefined] : [message, refusal]
}

/** How a call ended. */
export type Outcome =
  | { type: 'completed'; text: string }
  /** The tool failed. */
  | { type: 'failed'; message: string }
  /** The server refuses the request. */
  | { type: 'refused'; code: string | number; message: string }
  | { type: 'cancelled' }

/** The server refuses a request. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code: string | number

  constructor(code: string | number, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns the error with which a server refuses a request. */
export async function refusalOf(request: Promise<unknown>): Promise<RefusedError> {
  try {
    await request
  } catch (error) {
    if (error instanceof RefusedError) return error
    throw error
  }
  throw new Error('expected that the server refuses the request')
}

/** Resolves when the request was taken or refused. */
export async function tolerateRefusal(request: Promise<unknown>): Promise<void> {
  await request.catch((error) => {
    if (!(error instanceof RefusedError)) throw error
  })
}

/** Resolves when the condition holds; the test's timeout ends the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(5)
}

/** Returns the only open question. */
export async function question(call: Call): Promise<Question> {
  const [only] = await call.questions(1)
  return only!
}

export const accept = (content: Record<string, unknown> = {}): ElicitAnswer => ({ action: 'accept', content })

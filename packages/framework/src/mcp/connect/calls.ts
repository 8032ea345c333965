import {
  type Client,
  type ClientCapabilities,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Tool,
} from '@modelcontextprotocol/client'
import { LONGEST_TIMER } from '../../tools/clock.ts'
import type { StepContext } from '../../tools/effects/step.ts'
import type { Listen } from '../../tools/effects/wait.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import type { Capabilities } from '../../tools/journal.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { CallToolResult } from '../core/outcome.ts'
import { declareApps } from './app.ts'
import type { CallContext, Heard } from './call-context.ts'
import { problemOf, SessionGoneError } from './errors.ts'
import type { Wire } from './wire.ts'

/** A call of a tool that another server has. */
export interface HostedCall {
  tool: string
  arguments: Record<string, unknown>
  /** Arguments that are repeated in headers over HTTP. */
  headers: Record<string, string>
  can: Capabilities
  /** Whether the server says that calling it again does no harm. */
  repeatable: boolean
}

/** A question of the server, as our run records it. */
export interface HostedQuestion extends InputRequest {
  /** Tells it from the others of its round. */
  id: string
  /** The key under which our run asks it. */
  key: string
}

/** The reply of our run to a question. */
export type Reply = { type: 'answer'; value: Record<string, unknown> } | { type: 'refusal'; problem: string }

export type Replies = { [id: string]: Reply }

export interface Asked {
  type: 'asked'
  questions: HostedQuestion[]
  /** What the next request must send back. */
  state?: string
  /** The id of the task that the server runs the call as. */
  task?: string
}

/** The outcome of one request of a call. It is recorded, and holds all that is known of the call after it. */
export type Round = { type: 'ended'; result: CallToolResult } | Asked

/** The calls to one server, by the rules of its revision. */
export interface Calls {
  /** Whether another process can send a lost request again within its call. If not, the call has to start again. */
  readonly resends: boolean
  /** Returns why a tool cannot be called, or `undefined`. */
  problemOf(tool: Tool): string | undefined
  /** Sends a call. */
  begin(call: HostedCall, step: StepContext): Promise<Round>
  /** Sends the replies to a round. */
  reply(call: HostedCall, asked: Asked, replies: Replies, step: StepContext): Promise<Round>
  /** Listens until the server no longer waits for the replies to a round; `undefined` where it waits for ever. */
  moved(asked: Asked): Listen | undefined
  /** Called when the run no longer waits for the round. */
  abandon(asked: Asked): void
  /** Receives the notifications of the server. */
  readonly heard: Pick<CallContext<Heard>, 'log' | 'progress'>
}

/** Returns the client capabilities for what a run can do, where `apps` says whether the host shows views of the server. */
export const declare = (
  { elicitation, url, sampling, roots }: Omit<Capabilities, 'tasks'>,
  apps: boolean,
): ClientCapabilities => ({
  ...(elicitation && { elicitation: { form: {}, ...(url && { url: {} }) } }),
  ...(sampling && { sampling: { tools: {} } }),
  ...(roots && { roots: {} }),
  ...(apps && { extensions: declareApps(elicitation) }),
})

const LOST: readonly unknown[] = [SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected, SdkErrorCode.SendFailed]

/** Sends `tools/call`. The client's own helper cannot do several rounds of a tool with an output schema. */
export async function sendCall(client: Client, wire: Wire, params: Record<string, unknown>, options: RequestOptions) {
  try {
    // The run that waits for a call has limits of its own.
    return await client.request({ method: 'tools/call', params }, { ...options, timeout: LONGEST_TIMER })
  } catch (error) {
    if (error instanceof SdkHttpError) {
      const Problem = isSessionGone(client, error) ? SessionGoneError : SweatpantsError
      throw new Problem(problemOf(error), { cause: error })
    }
    if (error instanceof ProtocolError) throw shorten(error)
    if (!isLost(error)) throw error
    if (wire.cut !== undefined) throw wire.cut
    const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
    throw new SweatpantsError(`the connection was lost (${reason}); whether the call had an effect is not known`, {
      cause: error,
    })
  }
}

/** Whether a server of 2025 does not know the session. The revision says 404; the examples of the official server say 400. */
export const isSessionGone = (client: Client, error: unknown): boolean =>
  client.getProtocolEra() !== 'modern' &&
  error instanceof SdkHttpError &&
  (error.status === 404 || error.status === 400)

/** Characters of an error of a server, and of its data, that are recorded. */
const MAX_MESSAGE = 2_000
const MAX_DATA = 20_000

function shorten(error: ProtocolError): ProtocolError {
  const { code, message, data } = error
  const isSmall = (JSON.stringify(data)?.length ?? 0) <= MAX_DATA
  if (message.length <= MAX_MESSAGE && isSmall) return error
  return new ProtocolError(code, `${message.slice(0, MAX_MESSAGE)}…`, isSmall ? data : undefined)
}

/** `fetch` throws a TypeError when it gets no response. */
const isLost = (error: unknown): error is Error =>
  error instanceof TypeError || (error instanceof SdkError && LOST.includes(error.code))

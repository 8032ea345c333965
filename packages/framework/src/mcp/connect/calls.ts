import type { QuietContext } from '../../tools/context.ts'
import type { StepContext } from '../../tools/effects/step.ts'
import type { Capabilities } from '../../tools/journal.ts'
import type { Operation } from '../../tools/operation.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { CallToolResult } from '../core/outcome.ts'
import type { CallContext, Heard } from './call-context.ts'
import type { Relay } from './relay.ts'

/** A call of a tool that another server has. */
export interface HostedCall {
  tool: string
  arguments: Record<string, unknown>
  /** What goes beside the body over HTTP. */
  headers: Record<string, string>
  can: Capabilities
  /** Whether the server says that calling it again does no harm. */
  repeatable: boolean
}

/** A question of the server, as our run records it. */
export interface HostedQuestion extends InputRequest {
  /** Tells it from the others of its round. */
  id: string
  /** What our run asks it as. */
  key: string
}

/** What our run has to say to a question. */
export type Reply = { type: 'answer'; value: Record<string, unknown> } | { type: 'refusal'; problem: string }

export type Replies = { [id: string]: Reply }

export interface Asked {
  type: 'asked'
  questions: HostedQuestion[]
  /** What the next request must bring along. */
  state?: string
}

/** How far a request has brought a call. Recorded: what is known of a call after it is all in here. */
export type Round = { type: 'ended'; result: CallToolResult } | Asked

/** The calls to one server, by the rules of its revision. */
export interface Calls {
  /** Whether a request that was in flight when our process died is never sent again. */
  once(call: HostedCall): boolean
  /** Sends a call. */
  begin(call: HostedCall, step: StepContext, relay: Relay): Promise<Round>
  /** Sends the replies to a round. */
  reply(call: HostedCall, asked: Asked, replies: Replies, step: StepContext, relay: Relay): Promise<Round>
  /** Waits for the replies, for as long as the server does; without it, they are empty. */
  wait(ctx: QuietContext, asked: Asked, replies: Operation<Replies>): Operation<Replies>
  /** Nobody waits for what was asked here. */
  abandon(asked: Asked): void
  /** Where what the server says beside its answers goes. */
  readonly heard: Pick<CallContext<Heard>, 'log' | 'progress'>
}

import type { Client, Tool } from '@modelcontextprotocol/client'
import type { StepContext } from '../../tools/effects/step.ts'
import type { Listen } from '../../tools/effects/wait.ts'
import { deferred, failed, succeeded } from '../../tools/outcome.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import { ELICIT_META, type InputRequest } from '../core/input-request.ts'
import { CallContext } from './call-context.ts'
import { type Asked, type Calls, type HostedCall, type Replies, type Round, sendCall } from './calls.ts'
import { InterruptedError } from './errors.ts'
import { toRecorded } from './hosted-schemas.ts'
import { LiveCall } from './live-call.ts'
import { Relay } from './relay.ts'
import type { Wire } from './wire.ts'

/**
 * 2025: a call is one request that stays open while the server asks; tasks of this revision are not supported. A step of our run sends it and ends with the first
 * questions, so that the run can ask them and park; the next step hands over the answers. The open call lives in this
 * process only, and `state` names it.
 *
 * A pipe does not say which call a question belongs to. There calls take turns: one runs at a time, a question belongs to
 * the one that runs, and others go on while one waits for its answers.
 */
export class Rev2025Calls implements Calls {
  readonly #client: Client
  readonly #wire: Wire
  readonly resends = false
  readonly heard = new CallContext<LiveCall>()
  readonly #live = new Set<LiveCall>()

  constructor(client: Client, wire: Wire) {
    this.#client = client
    this.#wire = wire
  }

  problemOf({ execution }: Tool): string | undefined {
    return execution?.taskSupport === 'required' ? 'it runs only as a task of 2025-11-25' : undefined
  }

  begin(call: HostedCall, step: StepContext): Promise<Round> {
    const live = new LiveCall()
    return this.#run(live, step, () => this.#send(live, call))
  }

  async reply(_call: HostedCall, asked: Asked, replies: Replies, step: StepContext): Promise<Round> {
    const live = this.#find(asked)
    if (live === undefined) throw new InterruptedError()
    return this.#run(live, step, () => live.reply(replies))
  }

  /**
   * Ends when a call goes on without an answer to what it asked: it has ended, or has withdrawn its questions. It fails at
   * once if the call is not open here, so that no question is asked for a server that no longer listens.
   */
  moved(asked: Asked): Listen {
    return (settle, signal) => {
      const live = this.#find(asked)
      if (live === undefined) return failed(new InterruptedError())
      if (!live.waits) return succeeded(undefined)
      live.onChange(() => live.waits || settle(succeeded(undefined)), signal)
      return deferred
    }
  }

  abandon(asked: Asked): void {
    const live = this.#find(asked)
    if (live === undefined) return
    this.#live.delete(live)
    live.abandon()
  }

  /** Resolves to the answer to a question that the server asks while a call is open. */
  async ask({ method, params }: InputRequest, withdrawn: AbortSignal): Promise<Record<string, unknown>> {
    const call = this.heard.current() ?? (this.#live.size === 1 ? [...this.#live][0] : undefined)
    if (call === undefined) {
      throw new ProtocolError(ErrorCode.invalidRequest, 'no call, or more than one, is open that could be asking this')
    }
    return call.ask(keyOf(method, params), method, params, withdrawn)
  }

  #find({ state }: Asked): LiveCall | undefined {
    return [...this.#live].find((live) => live.state === state)
  }

  #send(live: LiveCall, call: HostedCall): void {
    this.#live.add(live)
    const params = { name: call.tool, arguments: call.arguments, _meta: { progressToken: live.id } }
    this.heard
      .enter(live, () => sendCall(this.#client, this.#wire, params, { signal: live.signal }))
      .then(
        (result) => live.end(() => ({ type: 'ended', result: toRecorded(result) })),
        (error) =>
          live.end(() => {
            throw error
          }),
      )
  }

  /** Lets a call run until it asks or ends. */
  async #run(live: LiveCall, step: StepContext, begin: () => void): Promise<Round> {
    return this.#wire.inTurn(step.signal, () =>
      this.heard.running(live, async () => {
        live.relay = new Relay(step)
        try {
          begin()
          const round = await live.next(step.signal)
          if (round.type === 'ended') this.#live.delete(live)
          return round
        } catch (error) {
          this.#live.delete(live)
          throw error
        }
      }),
    )
  }
}

/** Returns the key of a question. A server of ours names it in `_meta`. */
function keyOf(method: InputRequest['method'], params: Record<string, unknown>): string {
  if (method === 'sampling/createMessage') return 'sample'
  if (method === 'roots/list') return 'roots'
  const meta = params._meta as { [ELICIT_META]?: { key?: unknown } } | undefined
  const key = meta?.[ELICIT_META]?.key
  return typeof key === 'string' ? key : 'question'
}

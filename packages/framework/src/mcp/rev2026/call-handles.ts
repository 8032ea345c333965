import type { Keyring } from '../../keys/keyring.ts'
import type { Recording } from '../../tools/journal.ts'
import { isHandle, notValid } from '../core/carrier.ts'
import { digest } from '../core/idempotency.ts'
import { toCallHandle } from '../core/in-words.ts'
import type { Handles } from '../core/result-words.ts'
import { toToolName } from '../core/subject.ts'
import type { Call } from './call-events.ts'
import type { Answering } from './client-peer.ts'

/** The label of a sealed handle. */
const HANDLE = 'handle0'

/** The handles by which a model or a view goes on with a call. */
export class CallHandles {
  readonly #keys: Keyring | undefined

  /** Seals handles with `keys`. Without it every call that asks in words is stored, and its handle is short. */
  constructor(keys: Keyring | undefined) {
    this.#keys = keys
  }

  /** Whether a call that is not stored has a handle. */
  get canSeal(): boolean {
    return this.#keys !== undefined
  }

  /** Returns what a sealed handle holds; throws a `ProtocolError` if it is not sealed by this server. */
  open(handle: string): { args: unknown; state: string } {
    const opened = this.#keys?.open(HANDLE, handle)
    if (opened === undefined) throw notValid()
    // Only this server's keys can have sealed it.
    return JSON.parse(opened.toString())
  }

  toHandles(call: Call, state: string, recording: Recording | undefined, { byView, byModel }: Answering): Handles {
    const key = byView && recording !== undefined ? toViewKey(recording) : undefined
    const view = key === undefined ? undefined : toCallHandle(toToolName(call.subject), state, key)
    return { call: this.#seal(call, state), view, asks: byModel }
  }

  #seal({ subject, arguments: args }: Call, state: string): string {
    const isOwn = isHandle(state) || this.#keys === undefined
    const handle = isOwn ? state : this.#keys.seal(HANDLE, Buffer.from(JSON.stringify({ args, state })))
    return toCallHandle(toToolName(subject), handle)
  }
}

/** Returns the key of the views of a call. The seed of a run is secret, and stored with it. */
export const toViewKey = ({ header }: Recording): string => digest(`view ${header.seed}`)

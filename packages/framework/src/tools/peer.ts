import type { DetachEffect, RootsEffect } from './effects/client.ts'
import type { ElicitEffect } from './effects/elicit.ts'
import type { LogEffect, NotifyEffect } from './effects/emit.ts'
import type { SampleEffect } from './effects/sample.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Deferred, Outcome } from './outcome.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'

/** The fields of every open question. */
export interface Asked {
  /** Stable across replays, and never used for another question. */
  readonly id: string
  /** The address of its entry in the journal. */
  readonly at: string
  /** The name that the author gave. */
  readonly key: string
  /** 1, and one more each time that it is asked again: an answer was refused, or the question has changed. */
  readonly attempt: number
  /** Why it is asked again. */
  readonly refusal?: string
  /** It is asked again because what it shows has changed since it was asked. */
  readonly hasChanged?: true
}

/** An effect that is open until a peer's answer comes. */
export type Question = ElicitEffect | SampleEffect | RootsEffect | DetachEffect

/** An effect that a peer receives: plain data, frozen but for the messages of a sample, which are those of the run. */
export type PeerEffect = Question | LogEffect | NotifyEffect

/**
 * The person, the model and the client behind a run.
 *
 * A peer that can wait returns the outcome, one that cannot returns `deferred`. A question that it cannot ask fails: it
 * returns `failed(…)`, which is recorded and which the tool may catch. It settles soon after `signal` aborts, which also
 * tells it that a deferred question is withdrawn. A rejection is not an outcome: it stops the run where it is, to be
 * continued from its journal. After an invalid answer the peer receives the same question again, with `refusal` set.
 */
export interface Peer {
  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>
}

/** Asks the peer of a run, with a record that neither of them can change. */
export function askPeer({ options }: Run, pending: Pending, question: Question): MaybePromise<Outcome | Deferred> {
  pending.asked = Object.freeze(question)
  return options.peer.answer(question, pending.signal)
}

/** Returns the fields of a pending question. */
export function toAsked({ id, address, effect, attempt, refusal, hasChanged }: Pending): Asked {
  const asked = { id, at: address, key: effect.key, attempt }
  return attempt === 1
    ? asked
    : { ...asked, ...(refusal !== undefined && { refusal }), ...(hasChanged && { hasChanged }) }
}

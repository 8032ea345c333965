import type { DetachEffect, RootsEffect } from './effects/client.ts'
import type { ElicitEffect } from './effects/elicit.ts'
import type { LogEffect, NotifyEffect } from './effects/emit.ts'
import type { SampleEffect } from './effects/sample.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Deferred, Outcome } from './outcome.ts'

/** An effect that is open until a peer's answer comes. */
export type Question = ElicitEffect | SampleEffect | RootsEffect | DetachEffect

export type PeerEffect = Question | LogEffect | NotifyEffect

/**
 * Who answers a tool's effects; the runtime's only seam.
 *
 * A peer that can wait gives the outcome, one that cannot gives `deferred`. It settles soon after `signal` aborts, which
 * also tells it that a deferred question is withdrawn. A rejection is not an outcome: it stops the run where it is,
 * to be continued from its journal. An invalid answer comes back as the same question, with `refusal` set.
 */
export interface Peer {
  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>
}

import type { ElicitEffect } from './effects/elicit.ts'
import type { SignalEffect } from './effects/signal.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import { type Deferred, deferred, type Failed } from './outcome.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'

/**
 * What a run waits for that the caller cannot give: the answers of other people (a question with `to`), and signals. It is
 * never handed to the run's peer. Frozen, plain data.
 */
export type OutsideWait = (ElicitEffect & { readonly to: readonly string[] }) | SignalEffect

/**
 * Called when a run begins to wait for something outside, and again in each process that goes on with the run: `id` and
 * `attempt` tell whether it is known. A question with a quorum is passed again after each answer, with `answeredBy`. The run
 * parks once the promise has resolved. If that cannot be waited for here, it returns `failed(…)`, which is recorded and which
 * the tool may catch; a rejection stops the run where it is, as that of a peer does. `signal` aborts when the run waits for it no more: it was answered, has expired or was withdrawn. It does not abort when the process lets go of
 * the run.
 */
export type OnWait = (wait: OutsideWait, signal: AbortSignal) => MaybePromise<Failed | undefined | void>

/** Publishes what a run waits for outside. */
export function openWait(run: Run, pending: Pending, wait: OutsideWait): MaybePromise<Deferred | Failed> {
  pending.asked = Object.freeze(wait)
  return andThen(run.options.onWait?.(wait, pending.signal), (refusal) => refusal || deferred)
}

import type { RecordedEffect } from './effect.ts'
import type { Fiber } from './fiber.ts'
import type { History } from './history.ts'
import type { Answered, AskedProgress } from './journal.ts'
import type { Json } from './json.ts'
import type { OutsideWait } from './outside.ts'
import type { Question } from './peer.ts'
import { type Policy, policies } from './policy.ts'
import { fingerprint } from './sha256.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Never written to: most effects have no answers. */
const NONE: readonly never[] = []

/** A recorded effect at its address, from when the tool yields it until its outcome is handed out or it is withdrawn. */
export class Pending {
  readonly address: string
  readonly effect: RecordedEffect
  readonly policy: Policy
  readonly fiber: Fiber
  /** The order in which effects were opened, from 0. */
  readonly order: number
  /** Stable across replays; empty where the policy gives it none. */
  readonly id: string
  /** Which elicit of the call it is, from 0. */
  seq = 0
  state: 'held' | 'performing' | 'deferred' | 'answered' | 'settled' = 'held'
  /** A `once` step that started in a process that has ended. */
  started = false
  /** How often it was asked or run: 1, and one more after each refused answer, changed question or failed attempt at a step. */
  attempt = 1
  /** When the first attempt at a step began, and when the next one begins, while the step rests. */
  since: number | undefined
  nextAttemptAt: number | undefined
  /** Why it is asked again. */
  refusal: string | undefined
  /** It is asked again because what it shows has changed. */
  hasChanged = false
  /** The request that its last answer came with. */
  from: string | undefined
  deadline: number | undefined
  /** Who gave the answers that are being judged, and when. */
  answered: readonly Answered[] = NONE
  /** The answers that a question with a quorum has so far. */
  partials: readonly { content: Json; answered: Answered }[] = NONE
  /** The stopwatches that its running time counts towards. */
  stopwatches: Stopwatch[] | undefined
  /** What the peer was asked, or what it waits for outside, where the peer cannot answer it. */
  asked: Question | OutsideWait | undefined
  /** The promise of the peer, until it settles. */
  answering: Promise<unknown> | undefined
  readonly #ordinal: number
  readonly #history: History | undefined
  #abort: AbortController | undefined

  constructor(address: string, id: string, effect: RecordedEffect, fiber: Fiber, order: number) {
    this.address = address
    this.id = id
    this.effect = effect
    this.policy = policies[effect.type]
    this.fiber = fiber
    this.order = order
    this.#ordinal = fiber.effects++
    this.#history = fiber.history
  }

  /** Takes over what is known from earlier attempts. */
  recall({ attempt = 1, problem, changed = 0, from }: AskedProgress): void {
    this.attempt = attempt
    this.from = from
    this.hasChanged = problem === undefined && changed > 0
    this.refusal = this.hasChanged ? 'the question has changed since it was asked' : problem
  }

  /** Takes over what is known from a failed attempt at a step. */
  rest({ attempt, since, nextAt }: { attempt: number; since: number; nextAt: number }): void {
    this.attempt = attempt + 1
    this.since = since
    this.nextAttemptAt = nextAt
    this.started = false
  }

  /** Whether it names who answers it: people other than the caller. */
  get isAddressed(): boolean {
    return this.effect.to !== undefined
  }

  /** Whether the peer cannot answer it. */
  get isOutside(): boolean {
    return this.isAddressed || this.policy.takes === 'signals'
  }

  /**
   * The place in the code, then a fingerprint of the effect's name and of the answers on the way there: the same in every attempt
   * with the same answers (R15). Two branches of an `if` have the same place, so the name tells their steps apart.
   */
  get place(): string {
    const reason = JSON.stringify([this.effect.key, this.#history?.hash ?? ''])
    return `${this.fiber.place}${this.#ordinal}/${fingerprint(reason)}`
  }

  /** Made when it is first read: most effects never need one. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    return this.#abort.signal
  }

  abort(reason?: unknown): void {
    this.#abort ??= new AbortController()
    this.#abort.abort(reason)
  }

  toString(): string {
    return `${this.effect} at ${this.address}`
  }
}

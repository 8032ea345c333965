import type { Branch } from '../branch.ts'
import { Effect, RecordedEffect } from '../effect.ts'
import { EffectError } from '../errors.ts'
import type { Fiber } from '../fiber.ts'
import { type Deferred, deferred, type Failure, type Outcome, succeeded } from '../outcome.ts'
import type { Run } from '../run.ts'
import { draw } from '../seed.ts'

/** Durable: the time it began is kept, so a run that is rebuilt sleeps only for the rest. */
export class Sleep extends RecordedEffect {
  readonly type = 'sleep'
  readonly key = ''
  override readonly lasts: number

  constructor(branch: Branch, ms: number) {
    super(branch)
    this.lasts = ms
  }

  override request(): number {
    return this.lasts
  }

  perform(): Deferred {
    return deferred
  }

  override over(): Outcome {
    return succeeded(undefined)
  }

  toError(failure: Failure): Error {
    return new EffectError('sleep', failure)
  }
}

export class Now extends RecordedEffect {
  readonly type = 'now'
  readonly key = ''

  perform(run: Run): Outcome {
    return succeeded(run.clock.now())
  }

  toError(failure: Failure): Error {
    return new EffectError('now', failure)
  }
}

/** A value that follows from the seed, the place and what was answered on the way there; it needs no entry to replay. */
export class Draw<T> extends Effect {
  readonly type = 'draw'
  readonly #toValue: (next: () => number) => T

  constructor(branch: Branch, toValue: (next: () => number) => T) {
    super(branch)
    this.#toValue = toValue
  }

  enter(fiber: Fiber): T {
    return this.#toValue(
      draw(fiber.run.recorder.header.seed, `${fiber.place}${fiber.history?.hash ?? ''}`, fiber.drawn++),
    )
  }
}

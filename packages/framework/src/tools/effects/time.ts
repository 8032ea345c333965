import type { Branch } from '../branch.ts'
import { RecordedEffect } from '../effect.ts'
import { type Deferred, deferred, type Outcome, succeeded } from '../outcome.ts'
import type { Run } from '../run.ts'

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
}

export class Now extends RecordedEffect {
  readonly type = 'now'
  readonly key = ''

  perform(run: Run): Outcome {
    return succeeded(run.clock.now())
  }
}

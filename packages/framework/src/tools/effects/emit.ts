import type { Branch } from '../branch.ts'
import { Effect } from '../effect.ts'
import type { Fiber } from '../fiber.ts'

export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Sent and not waited for: replay cannot depend on when it arrived, so the tool goes on at once. */
abstract class Emission extends Effect {
  enter(fiber: Fiber): undefined {
    fiber.run.emitter.emit(Effect.branchOf(this), this as unknown as LogEffect | NotifyEffect)
  }
}

/** A line for whoever watches the run. */
export class LogEffect extends Emission {
  readonly type = 'log'
  readonly level: LogLevel
  readonly message: string

  constructor(branch: Branch, level: LogLevel, message: string) {
    super(branch)
    this.level = level
    this.message = message
  }
}

/** How far the run has come, for whoever waits for it. */
export class NotifyEffect extends Emission {
  readonly type = 'notify'
  readonly message: string
  /** Never lower than what was sent before (R8). */
  progress: number | undefined

  constructor(branch: Branch, message: string, progress: number | undefined) {
    super(branch)
    this.message = message
    this.progress = progress
  }
}

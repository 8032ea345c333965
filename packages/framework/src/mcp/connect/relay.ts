import { LOG_LEVELS, type LogLevel } from '../../tools/effects/emit.ts'
import type { StepContext } from '../../tools/effects/step.ts'

/** Lines of one request that are passed on, and characters of each. */
const MAX_LINES = 1_000
const MAX_TEXT = 2_000

/** Passes on the progress and logs of a hosted call as those of the step that sends its request. */
export class Relay {
  readonly #step: StepContext
  #lines = 0

  constructor(step: StepContext) {
    this.#step = step
  }

  progress({
    progress,
    total,
    message = '',
  }: {
    progress: number
    total?: number | undefined
    message?: string | undefined
  }): void {
    this.#step.report(message.slice(0, MAX_TEXT), progress, total)
  }

  log({ level, data }: { level: string; data: unknown }): void {
    if (++this.#lines > MAX_LINES) return
    const known = LOG_LEVELS.includes(level as LogLevel) ? (level as LogLevel) : 'info'
    const message = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
    this.#step.log(known, message.slice(0, MAX_TEXT))
  }
}

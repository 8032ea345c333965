import type { QuietContext } from '../../tools/context.ts'
import { branchOf } from '../../tools/create-context.ts'
import { LOG_LEVELS, type LogEffect, type LogLevel, type NotifyEffect } from '../../tools/effects/emit.ts'

/** Messages of one call that are passed on, and characters of each. */
const MAX_RELAYED = 1_000
const MAX_TEXT = 2_000

/**
 * Passes on the progress and logs of a hosted call as emissions of our run. Each is sent once, when it arrives: a replay
 * does not repeat them, so the numbers of emissions that were sent are skipped instead of counted again.
 */
export class Relay {
  readonly #ctx: QuietContext
  #count = 0

  constructor(ctx: QuietContext) {
    this.#ctx = ctx
  }

  progress({
    progress,
    total,
    message,
  }: {
    progress: number
    total?: number | undefined
    message?: string | undefined
  }): void {
    const known = typeof total === 'number' && { total }
    this.#emit({ type: 'notify', message: (message ?? '').slice(0, MAX_TEXT), progress, ...known })
  }

  log({ level, data }: { level: string; data: unknown }): void {
    const known = LOG_LEVELS.includes(level as LogLevel) ? (level as LogLevel) : 'info'
    const message = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
    this.#emit({ type: 'log', level: known, message: message.slice(0, MAX_TEXT) })
  }

  #emit(effect: LogEffect | NotifyEffect): void {
    if (++this.#count > MAX_RELAYED) return
    const branch = branchOf(this.#ctx)
    const { emitter, recorder } = branch.run
    branch.emitted = Math.max(branch.emitted, recorder.progress.emitted[branch.path] ?? 0)
    emitter.emit(branch, effect)
  }
}

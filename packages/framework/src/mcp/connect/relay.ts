import { branchOf, type QuietContext } from '../../tools/context.ts'
import { LOG_LEVELS, type LogEffect, type LogLevel, type NotifyEffect } from '../../tools/effects/emit.ts'

/**
 * Passes on the progress and logs of a hosted call as emissions of our run. Each is sent once, when it arrives: a replay
 * does not repeat them, so the numbers of emissions that were sent are skipped instead of counted again.
 */
export class Relay {
  readonly #ctx: QuietContext

  constructor(ctx: QuietContext) {
    this.#ctx = ctx
  }

  progress({ progress, message }: { progress: number; message?: string | undefined }): void {
    this.#emit({ type: 'notify', message: message ?? '', progress })
  }

  log({ level, data }: { level: string; data: unknown }): void {
    const known = LOG_LEVELS.includes(level as LogLevel) ? (level as LogLevel) : 'info'
    const message = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
    this.#emit({ type: 'log', level: known, message })
  }

  #emit(effect: LogEffect | NotifyEffect): void {
    const branch = branchOf(this.#ctx)
    const { emitter, recorder } = branch.run
    branch.emitted = Math.max(branch.emitted, recorder.progress.emitted[branch.path] ?? 0)
    emitter.emit(branch, effect)
  }
}

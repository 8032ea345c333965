import { branchOf, type QuietContext } from '../../tools/context.ts'
import { LOG_LEVELS, LogEffect, type LogLevel, NotifyEffect } from '../../tools/effects/emit.ts'

/**
 * What the server says while its call is in flight, said by our run. It happens once, as it comes, and a replay does not
 * repeat it: the numbers of emissions that were sent are skipped, not counted again.
 */
export class Relay {
  readonly #ctx: QuietContext

  constructor(ctx: QuietContext) {
    this.#ctx = ctx
  }

  progress({ progress, message }: { progress: number; message?: string | undefined }): void {
    this.#emit(new NotifyEffect(branchOf(this.#ctx), message ?? '', progress))
  }

  log({ level, data }: { level: string; data: unknown }): void {
    const known = LOG_LEVELS.includes(level as LogLevel) ? (level as LogLevel) : 'info'
    const message = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
    this.#emit(new LogEffect(branchOf(this.#ctx), known, message))
  }

  #emit(effect: LogEffect | NotifyEffect): void {
    const branch = branchOf(this.#ctx)
    const { emitter, recorder } = branch.run
    branch.emitted = Math.max(branch.emitted, recorder.progress.emitted[branch.path] ?? 0)
    emitter.emit(branch, effect)
  }
}

import type { Clock } from './clock.ts'
import type { LogEffect, NotifyEffect } from './effects/emit.ts'
import { SweatpantsError } from './errors.ts'
import { createMemoryJournal, emptyProgress, type Recording } from './journal.ts'
import { deferred } from './outcome.ts'
import type { Pending } from './pending.ts'
import { Run } from './run.ts'
import type { Ended } from './run-handle.ts'
import type { RunWatcher } from './run-watcher.ts'
import type { McpTool } from './tool.ts'

export interface ReplayWatcher extends RunWatcher {
  /** Called for each `ctx.log` and `ctx.notify`, also for those that the run had sent before. */
  emitted(effect: LogEffect | NotifyEffect): void
}

/**
 * Runs a tool on the entries of a recording and performs nothing: no step runs, no question is asked, nothing is written.
 * Resolves to how the tool ended, or to `undefined` if it waits for an outcome that the recording does not have. Rejects
 * with a `DivergenceError` or `VersionError` if the recording does not fit the tool.
 */
export async function replayTool(
  tool: McpTool,
  params: unknown,
  { header, entries }: Recording,
  watcher?: ReplayWatcher,
): Promise<Ended | undefined> {
  const time = entries.at(-1)?.time ?? header.startedAt
  const run = new HeldRun(tool, params, {
    // Without the numbers of emissions that were sent: the watcher gets all of them.
    journal: createMemoryJournal({ revision: 0, header, entries, progress: emptyProgress() }),
    clock: stopAt(time),
    peer: {
      answer(effect) {
        if (effect.type === 'log' || effect.type === 'notify') watcher?.emitted(effect)
        return deferred
      },
    },
    ...(watcher !== undefined && { watcher }),
  })
  try {
    const result = await run.advance()
    return result.type === 'parked' ? undefined : result
  } catch (error) {
    if (error instanceof HeldError) return undefined
    throw error
  }
}

/** The entries are used up, and the tool waits for an outcome that is not among them. */
class HeldError extends SweatpantsError {
  override name = 'HeldError'
}

class HeldRun extends Run {
  override perform(pending: Pending): void {
    // A phase is a part of the tool itself; its own effects are held.
    if (pending.effect.type !== 'phase') throw new HeldError('the tool waits for an outcome that is not recorded')
    super.perform(pending)
  }
}

/** No time passes: an effect that ended by itself has an entry. */
const stopAt = (time: number): Clock => ({ now: () => time, alarm: () => () => {} })

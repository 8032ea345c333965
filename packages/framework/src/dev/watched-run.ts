import type { RecordedEffect } from '../tools/effect.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { Fiber } from '../tools/fiber.ts'
import type { Pending } from '../tools/pending.ts'
import { Run } from '../tools/run.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import type { McpTool } from '../tools/tool.ts'

export interface RunWatcher {
  opened(pending: Pending): void
  /** Nobody waits for it any more. */
  withdrawn(pending: Pending): void
}

/** A run that tells of every effect as it is asked. */
export class WatchedRun extends Run {
  readonly #watcher: RunWatcher

  constructor(tool: McpTool, params: unknown, options: RunOptions, watcher: RunWatcher) {
    super(tool, params, options)
    this.#watcher = watcher
  }

  override open(fiber: Fiber, effect: RecordedEffect): Pending {
    const pending = super.open(fiber, effect)
    this.#watcher.opened(pending)
    return pending
  }

  override withdraw(pending: Pending): void {
    super.withdraw(pending)
    this.#watcher.withdrawn(pending)
  }
}

/** The journal is used up: what the tool waits for now is not in it. */
export class AtRest extends SweatpantsError {
  override name = 'AtRest'
}

/** A run that does nothing in the world: it goes as far as its journal does, and rejects with `AtRest`. */
export class HeldRun extends WatchedRun {
  override perform(pending: Pending): void {
    // A phase is only a part of the tool; what it does in the world is held like the rest.
    if (pending.effect.type !== 'phase') throw new AtRest('the tool waits for what is not in its journal')
    super.perform(pending)
  }
}

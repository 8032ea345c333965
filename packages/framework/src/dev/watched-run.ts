import type { Ask } from '../tools/ask.ts'
import type { RecordedEffect } from '../tools/effect.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { Fiber } from '../tools/fiber.ts'
import { Run } from '../tools/run.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import type { McpTool } from '../tools/tool.ts'

export interface RunWatcher {
  asked(ask: Ask): void
  /** Nobody waits for it any more. */
  withdrawn(ask: Ask): void
}

/** A run that tells of every effect as it is asked. */
export class WatchedRun extends Run {
  readonly #watcher: RunWatcher

  constructor(tool: McpTool, params: unknown, options: RunOptions, watcher: RunWatcher) {
    super(tool, params, options)
    this.#watcher = watcher
  }

  override ask(fiber: Fiber, effect: RecordedEffect): Ask {
    const ask = super.ask(fiber, effect)
    this.#watcher.asked(ask)
    return ask
  }

  override withdraw(ask: Ask): void {
    super.withdraw(ask)
    this.#watcher.withdrawn(ask)
  }
}

/** The journal is used up: what the tool waits for now is not in it. */
export class AtRest extends SweatpantsError {
  override name = 'AtRest'
}

/** A run that does nothing in the world: it goes as far as its journal does, and rejects with `AtRest`. */
export class HeldRun extends WatchedRun {
  override perform(ask: Ask): void {
    // A phase is only a part of the tool; what it does in the world is held like the rest.
    if (ask.effect.type !== 'phase') throw new AtRest('the tool waits for what is not in its journal')
    super.perform(ask)
  }
}

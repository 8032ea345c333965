import type { Branch } from '../branch.ts'
import { Effect } from '../effect.ts'
import type { Fiber } from '../fiber.ts'

/** Whether a run takes the new code of a change. It has no address, so that it can be put in front of effects that are recorded. */
export class Patched extends Effect {
  readonly type = 'patched'
  readonly #name: string

  constructor(branch: Branch, name: string) {
    super(branch)
    this.#name = name
  }

  enter(fiber: Fiber): boolean {
    const { recorder, effects } = fiber.run
    // Until the run performs something, it only goes where it has been before.
    return recorder.isPatched(this.#name, recorder.recalled && !effects.isLive)
  }
}

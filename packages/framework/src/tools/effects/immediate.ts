import type { Branch } from '../branch.ts'
import { Effect } from '../effect.ts'
import type { Fiber } from '../fiber.ts'
import { draw } from '../seed.ts'
import type { LogEffect, NotifyEffect } from './emit.ts'

/** An effect that the tool does not wait for: it needs no entry to replay, and the tool goes on at once. */
export class Immediate<T> extends Effect {
  readonly type: string
  readonly #perform: (fiber: Fiber) => T

  constructor(branch: Branch, type: string, perform: (fiber: Fiber) => T) {
    super(branch)
    this.type = type
    this.#perform = perform
  }

  enter(fiber: Fiber): T {
    return this.#perform(fiber)
  }
}

/** A value that follows from the seed, the place and what was answered on the way there. */
export const drawn = <T>(branch: Branch, toValue: (next: () => number) => T): Immediate<T> =>
  new Immediate(branch, 'draw', (fiber) => {
    const { run, place, history } = fiber
    return toValue(draw(run.recorder.header.seed, `${place}${history?.hash ?? ''}`, fiber.drawn++))
  })

/** Sent and not waited for: replay cannot depend on when it arrived. */
export const emitted = (branch: Branch, record: LogEffect | NotifyEffect): Immediate<void> =>
  new Immediate(branch, 'emission', ({ run }) => run.emitter.emit(record))

/** Whether a run takes the new code of a change. It has no address, so that it can be put in front of effects that are recorded. */
export const patched = (branch: Branch, name: string): Immediate<boolean> =>
  new Immediate(branch, 'patched', ({ run: { recorder, effects } }) =>
    // Until the run performs something, it only goes where it has been before.
    recorder.isPatched(name, recorder.recalled && !effects.isLive),
  )

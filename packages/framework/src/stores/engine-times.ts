import type { Engine } from './engine.ts'
import { TIMES } from './engine-entry.ts'

/** A time of a stream, under the name that an index has for it. */
export interface StreamTime {
  name: string
  time: number
  /** The number under which the name was put. */
  seq: number
}

/** Milliseconds of the future whose times are remembered. */
const HORIZON = 3_600_000

/**
 * The times of streams that are over or come within an hour, as this node knows them. Each look reads only the names that were put
 * since the last one; once in an hour all are read, and those of later hours forgotten. So streams that sleep for long cost nothing. A
 * name that was removed stays here until its time, when its stream is looked at.
 */
export class EngineTimes {
  readonly #engine: Engine
  readonly #times = new Map<string, StreamTime>()
  #seq = 0
  /** The latest time that was asked for. */
  #asked = Number.NEGATIVE_INFINITY
  /** All times up to this one are remembered. */
  #horizon = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Returns what is due or expires up to a time, as of now, the earliest first. */
  async upTo(what: 'due' | 'expires', time: number): Promise<StreamTime[]> {
    this.#asked = Math.max(this.#asked, time)
    // One that began before this call may miss what was put meanwhile.
    await this.#reading?.catch(() => {})
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    await this.#reading
    const prefix = `time.${what}.`
    return [...this.#times.values()]
      .filter((one) => one.time <= time && one.name.startsWith(prefix))
      .sort((a, b) => a.time - b.time)
  }

  /** Forgets a name that is gone, unless it was put again meanwhile. */
  forget({ name, seq }: StreamTime): void {
    if (this.#times.get(name)?.seq === seq) this.#times.delete(name)
  }

  async #read(): Promise<void> {
    if (this.#asked > this.#horizon) {
      this.#seq = 0
      this.#horizon = this.#asked + HORIZON
    }
    for (const { name, seq } of await this.#engine.since(TIMES, this.#seq)) {
      const time = Number(name.split('.')[2])
      if (time <= this.#horizon) this.#times.set(name, { name, time, seq })
      this.#seq = seq
    }
  }
}

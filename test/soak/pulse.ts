/** Something that goes on, and reports each progress. */
export interface Activity extends Disposable {
  beat(): void
}

interface Beating {
  cluster: string
  what: string
  next: PromiseWithResolvers<void>
}

/** Knows what goes on, and so how long a fault is felt. */
export class Pulse {
  readonly #beating = new Set<Beating>()

  begin(cluster: string, what: string): Activity {
    const beating: Beating = { cluster, what, next: Promise.withResolvers() }
    this.#beating.add(beating)
    const beat = () => {
      const { next } = beating
      beating.next = Promise.withResolvers()
      next.resolve()
    }
    return {
      beat,
      [Symbol.dispose]: () => {
        this.#beating.delete(beating)
        beat()
      },
    }
  }

  /** Resolves when everything that goes on there now has made progress: to the milliseconds it took, and to what was last. */
  async progress(cluster: string): Promise<{ after: number; last: string }> {
    const start = performance.now()
    const here = [...this.#beating].filter((beating) => beating.cluster === cluster)
    let last = 'nothing'
    await Promise.all(here.map(({ next, what }) => next.promise.then(() => (last = what))))
    return { after: performance.now() - start, last }
  }

  /** What goes on, in words. */
  get active(): string[] {
    return [...this.#beating].map(({ cluster, what }) => `${what} on ${cluster}`)
  }
}

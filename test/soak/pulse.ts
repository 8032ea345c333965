/** Something that goes on, and gives a sign whenever it has moved. */
export interface Heart extends Disposable {
  beat(): void
}

interface Beating {
  place: string
  what: string
  next: PromiseWithResolvers<void>
}

/** Knows what goes on, and so how long a fault is felt. */
export class Pulse {
  readonly #beating = new Set<Beating>()

  begin(place: string, what: string): Heart {
    const beating: Beating = { place, what, next: Promise.withResolvers() }
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

  /** Comes when all that goes on there now has moved: to the milliseconds that it took, and to what was the last. */
  async moved(place: string): Promise<{ after: number; last: string }> {
    const began = performance.now()
    const here = [...this.#beating].filter((beating) => beating.place === place)
    let last = 'nothing'
    await Promise.all(here.map(({ next, what }) => next.promise.then(() => (last = what))))
    return { after: performance.now() - began, last }
  }

  /** What goes on, in words. */
  get under(): string[] {
    return [...this.#beating].map(({ place, what }) => `${what} on ${place}`)
  }
}

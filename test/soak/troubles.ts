/** When something befell which nodes. */
export class Troubles {
  readonly #spans: { place: string; from: number; to: number }[] = []

  /** Comes when the fault is over. */
  async during<T>(place: string, fault: () => Promise<T>): Promise<T> {
    const span = { place, from: Date.now(), to: Number.POSITIVE_INFINITY }
    this.#spans.push(span)
    try {
      return await fault()
    } finally {
      span.to = Date.now()
    }
  }

  /** Whether something befell this place between two moments. */
  befell(place: string, from: number, to: number): boolean {
    return this.#spans.some((span) => span.place === place && span.from <= to && span.to >= from)
  }
}

import { ScriptError } from './script-error.ts'

/** Everything that a script holds, so that what is missing and what is left can be told together. */
export class Stock {
  readonly #supplies: { supply: Supply<unknown>; describe: (left: number) => string }[] = []
  /** The first thing that was missing. */
  problem: ScriptError | undefined

  add<T>(supply: Supply<T>, describe: (left: number) => string): Supply<T> {
    this.#supplies.push({ supply, describe })
    return supply
  }

  left(): string[] {
    return this.#supplies.filter(({ supply }) => supply.left > 0).map(({ supply, describe }) => describe(supply.left))
  }

  refuse(problem: string): never {
    this.problem ??= new ScriptError(problem, this.left())
    throw this.problem
  }
}

/** What a script has for one purpose: things taken in order, or one that serves every time. */
export class Supply<T> {
  readonly #items: readonly T[]
  readonly #endless: boolean
  #taken = 0

  private constructor(items: readonly T[], endless: boolean) {
    this.#items = items
    this.#endless = endless
  }

  static inOrder<T>(items: readonly T[]): Supply<T> {
    return new Supply(items, false)
  }

  static always<T>(item: T): Supply<T> {
    return new Supply([item], true)
  }

  /** The next one, in a box because it may be `undefined` itself. */
  take(): { item: T } | undefined {
    const index = this.#endless ? 0 : this.#taken
    if (index >= this.#items.length) return undefined
    this.#taken++
    // An item may be undefined, so the bounds are what tells.
    return { item: this.#items[index] as T }
  }

  /** How many were never taken. */
  get left(): number {
    return Math.max(0, this.#items.length - this.#taken)
  }
}

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

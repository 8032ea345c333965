import fc from 'fast-check'
import { it } from 'vitest'

/** Seconds for each property; `npm run fuzz` sets it. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0)

/** Milliseconds for one case: what takes longer hangs. */
const CASE = 10_000

/** Milliseconds for a property in a quick run. What it found by then is reported, shrunk as far as it came. */
const QUICK = 15_000

export interface FuzzOptions<T> {
  /** Cases in a quick run. */
  runs: number
  /** Tried before all others. */
  examples?: readonly T[]
}

/** A test that holds for every value: those of a known seed, and with `npm run fuzz` those of new seeds, which a failure prints. */
export function fuzz<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  body: (value: T) => void | Promise<void>,
  { runs, examples = [] }: FuzzOptions<T>,
): void {
  let last: void | Promise<void>
  const property = fc.asyncProperty(arbitrary, async (value) => {
    last = body(value)
    await last
  })
  const hold = async (parameters: fc.Parameters<[T]>) => {
    await fc.assert(property, { timeout: CASE, ...parameters })
    // When the time is up a case is left alone, and must not meet those of the next property.
    await last
  }
  const test = async () => {
    const cases = examples.map((example): [T] => [example])
    if (SECONDS > 0) return hold({ numRuns: 10_000_000, interruptAfterTimeLimit: SECONDS * 1_000, examples: cases })
    await hold({ interruptAfterTimeLimit: QUICK, numRuns: runs + cases.length, examples: cases })
  }
  it(name, test, QUICK + 2 * CASE + SECONDS * 1_000)
}

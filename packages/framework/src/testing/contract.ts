import type { MaybePromise } from '../tools/maybe-promise.ts'

/** One thing that every implementation of a seam must do. A contract suite is a list of them, for any test runner. */
export interface ContractCase {
  readonly name: string
  run(): Promise<void>
}

/** Makes a suite: each case has a subject of its own, which is closed after the case, however it ended. */
export const toContract = <S extends { close?(): MaybePromise<void> }>(
  cases: Readonly<Record<string, (subject: S) => Promise<void>>>,
  create: () => MaybePromise<S>,
): ContractCase[] =>
  Object.entries(cases).map(([name, check]) => ({
    name,
    async run() {
      const subject = await create()
      try {
        await check(subject)
      } finally {
        await subject.close?.()
      }
    },
  }))

/** Returns the same cases, each with something around it. */
export const mapCases = <C, D>(cases: Readonly<Record<string, C>>, change: (one: C) => D): Record<string, D> =>
  Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, change(one)]))

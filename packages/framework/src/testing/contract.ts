import type { MaybePromise } from '../tools/maybe-promise.ts'

/** One thing that every implementation of a seam must do. A contract suite is a list of them, for any test runner. */
export interface ContractCase {
  readonly name: string
  run(): Promise<void>
}

/** Makes a suite: each case has a subject of its own, which is closed after the case, however it ended. */
export const toContract = <C, S extends { close?(): MaybePromise<void> }>(
  cases: Readonly<Record<string, C>>,
  create: (one: C) => MaybePromise<S>,
  run: (one: C, subject: S) => Promise<void>,
): ContractCase[] =>
  Object.entries(cases).map(([name, one]) => ({
    name,
    async run() {
      const subject = await create(one)
      try {
        await run(one, subject)
      } finally {
        await subject.close?.()
      }
    },
  }))

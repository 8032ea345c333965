import { useState } from 'react'

/** Runs an action, tells whether it is still running, and keeps the message of its error. */
export function useAction(): {
  act(action: () => Promise<unknown>): void
  isBusy: boolean
  problem: string | undefined
} {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (action: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await action()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { act: (action) => void run(action), isBusy, problem }
}

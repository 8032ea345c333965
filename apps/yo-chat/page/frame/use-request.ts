import { useState } from 'react'

interface OneRequest {
  isBusy: boolean
  /** Why the last request failed, or could not be sent. */
  problem: string | undefined
  setProblem: (problem: string | undefined) => void
  /** Sends a request unless one is pending. Resolves to whether it succeeded. */
  send: (request: () => Promise<unknown>) => Promise<boolean>
}

/** Sends one request at a time. `onError` is called with the error of one that fails. */
export function useRequest(onError?: (error: unknown) => void): OneRequest {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async (request: () => Promise<unknown>) => {
    if (isBusy) return false
    setBusy(true)
    setProblem(undefined)
    try {
      await request()
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      onError?.(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, setProblem, send }
}

import { useEffect, useRef, useState } from 'react'
import { emptyRun, type RunState, reduceRun } from '../dev/run-state.ts'
import { readEvents } from './requests.ts'

/** A run, read on until its log has been read to `head`. It is the same run for as long as the component lives. */
export function useRun(runId: string, head: number | undefined): { run: RunState | undefined; problem?: string } {
  const [run, setRun] = useState<RunState>()
  const [problem, setProblem] = useState<string>()
  const known = useRef({ lsn: 0, state: emptyRun })
  const reading = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    const read = async () => {
      const { lsn, state } = known.current
      if (head !== undefined && head <= lsn) return
      try {
        const entries = await readEvents(runId, lsn)
        const next = entries.reduce((before, { event }) => reduceRun(before, event), state)
        known.current = { lsn: entries.at(-1)?.lsn ?? lsn, state: next }
        setRun(next)
        setProblem(undefined)
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
      }
    }
    // One after the other: each begins where the one before it has come to.
    reading.current = reading.current.then(read)
  }, [runId, head])

  return { run, ...(problem !== undefined && { problem }) }
}

import { useEffect, useRef, useState } from 'react'
import { emptyRun, type RunState, reduceRun } from '../run-state.ts'
import { readEvents } from './requests.ts'

/** Reads the events of a run until `head`. The run stays the same for as long as the component lives. */
export function useRun(runId: string, head: number | undefined): { run: RunState | undefined; problem?: string } {
  const [run, setRun] = useState<RunState>()
  const [problem, setProblem] = useState<string>()
  const known = useRef(emptyRun)
  const reading = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    const read = async () => {
      const { lsn } = known.current
      if (head !== undefined && head <= lsn) return
      try {
        const entries = await readEvents(runId, lsn)
        known.current = entries.reduce((before, { event, lsn }) => reduceRun(before, event, lsn), known.current)
        setRun(known.current)
        setProblem(undefined)
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
      }
    }
    // One after the other: each read begins where the one before it ended.
    reading.current = reading.current.then(read)
  }, [runId, head])

  return { run, ...(problem !== undefined && { problem }) }
}

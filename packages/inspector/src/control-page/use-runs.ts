import type { RunRow } from '@sweatpants/framework/log'
import { useEffect, useRef, useState } from 'react'
import { followEvents } from '../page/follow-events.ts'
import { type Choice, type Counts, listRuns } from './requests.ts'

export interface Listed {
  runs: readonly RunRow[]
  hasMore: boolean
}

const PAGE = 100

/** Milliseconds after the last key of a search. */
const TYPING = 200

interface Runs {
  listed: Listed | undefined
  /** Of all runs, by state. They arrive with the changes, since the list need not wait for them. */
  counts: Counts | undefined
  change: number
  isAway: boolean
  more(): void
}

/**
 * The runs that a person chose to see, read again whenever the store has changed. `change` grows with each change, so that the
 * run that is open is read again too.
 */
export function useRuns(choice: Choice): Runs {
  const [listed, setListed] = useState<Listed>()
  const [counts, setCounts] = useState<Counts>()
  const [change, setChange] = useState(0)
  const [isAway, setAway] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [limit, setLimit] = useState(PAGE)
  const newest = useRef(0)

  useEffect(() => {
    const open = async () => {
      const events = new EventSource('/api/runs/events')
      events.addEventListener('runs_change', ({ data }) => {
        setCounts(JSON.parse(data).counts)
        setChange((count) => count + 1)
      })
      return events
    }
    return followEvents(open, setAway)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the store is a reason to read again
  useEffect(() => {
    const request = ++newest.current
    const timer = setTimeout(
      () => {
        listRuns(choice, limit).then(
          ({ runs, next }) => {
            // An answer to an older choice may arrive after a newer one.
            if (request !== newest.current) return
            setListed({ runs, hasMore: next !== undefined })
            setFailed(false)
          },
          () => setFailed(true),
        )
      },
      choice.search === '' ? 0 : TYPING,
    )
    return () => clearTimeout(timer)
  }, [choice, limit, change])

  return { listed, counts, change, isAway: isAway || hasFailed, more: () => setLimit((shown) => shown + PAGE) }
}

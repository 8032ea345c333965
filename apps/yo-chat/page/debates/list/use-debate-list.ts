import type { SessionSummary } from '@sweatpants/roundtable/browser'
import { useEffect, useState } from 'react'
import { usePath } from '../../frame/use-place.ts'
import { debates } from '../debates.ts'
import { onDebateChanged } from './debate-changed.ts'

/** Milliseconds. Debates continue while no page is open. */
const LOOK_EVERY = 5_000

/** Returns all debates, reloaded while the list is shown; `undefined` until the first response. */
export function useDebateList(): readonly SessionSummary[] | undefined {
  const path = usePath()
  const [sessions, setSessions] = useState<readonly SessionSummary[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place may have made another debate
  useEffect(() => {
    let isWanted = true
    const load = async () => {
      if (document.visibilityState === 'hidden') return
      // The list stays as it was while the server is unreachable.
      const found = await debates.list().catch(() => undefined)
      if (isWanted && found !== undefined) setSessions(found)
    }
    void load()
    const timer = setInterval(load, LOOK_EVERY)
    const forget = onDebateChanged(load)
    document.addEventListener('visibilitychange', load)
    return () => {
      isWanted = false
      clearInterval(timer)
      forget()
      document.removeEventListener('visibilitychange', load)
    }
  }, [path])
  return sessions
}

import type { DebateSnapshot, DebateStore } from '@sweatpants/roundtable/browser'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { debates } from '../debates.ts'

const CONNECTING: DebateSnapshot = { connection: 'connecting' }

/** Follows a debate while it is shown. */
export function useDebate(sessionId: string): DebateSnapshot {
  const [store, setStore] = useState<DebateStore>()
  useEffect(() => {
    const opened = debates.open(sessionId)
    setStore(opened)
    return () => {
      opened.close()
      setStore(undefined)
    }
  }, [sessionId])
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? (() => {}), [store])
  return useSyncExternalStore(subscribe, () => store?.getSnapshot() ?? CONNECTING)
}

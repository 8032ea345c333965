import { createContext, use, useCallback, useEffect, useState } from 'react'
import type { AppInfo } from '../../server/app-routes.ts'

interface KnownApp {
  /** None until the server has told. */
  info: AppInfo | undefined
  /** Asks anew. */
  reload: () => Promise<void>
}

export const KnownApp = createContext<KnownApp>({ info: undefined, reload: async () => {} })

export const useApp = (): KnownApp => use(KnownApp)

export const useAppName = (): string => useApp().info?.name ?? 'Yo chat'

const RETRY_AFTER = 2_000

/** What the server tells of itself, asked until it does. */
export function useAppInfo(): KnownApp {
  const [info, setInfo] = useState<AppInfo>()
  const reload = useCallback(async () => setInfo(await fetchApp()), [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wanted = true
    const load = () =>
      reload().catch(() => {
        // The page says already that the server is not reached.
        if (wanted) timer = setTimeout(load, RETRY_AFTER)
      })
    void load()
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [reload])
  return { info, reload }
}

async function fetchApp(): Promise<AppInfo> {
  const answer = await fetch('/api/app')
  if (!answer.ok) throw new Error(`the server answered with status ${answer.status}`)
  // Our own server's, of the same build.
  return (await answer.json()) as AppInfo
}

import { createContext, use, useCallback, useEffect, useState } from 'react'
import type { AppInfo } from '../../server/app-routes.ts'

interface KnownApp {
  /** `undefined` until the server has responded. */
  info: AppInfo | undefined
  /** Loads it again. */
  reload: () => Promise<void>
}

export const KnownApp = createContext<KnownApp>({ info: undefined, reload: async () => {} })

export const useApp = (): KnownApp => use(KnownApp)

export const useAppName = (): string => useApp().info?.name ?? 'Yo chat'

const RETRY_AFTER = 2_000

/** Loads the app info, and retries until the server responds. */
export function useAppInfo(): KnownApp {
  const [info, setInfo] = useState<AppInfo>()
  const reload = useCallback(async () => setInfo(await fetchApp()), [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wanted = true
    const load = () =>
      reload().catch(() => {
        // The page already shows that the server is unreachable.
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
  // It comes from our own server, of the same build.
  return (await answer.json()) as AppInfo
}

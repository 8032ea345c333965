import { createContext, use, useCallback, useEffect, useState } from 'react'
import type { AppInfo } from '../../server/app-routes.ts'
import type { HostedToolInfo } from '../../server/hosted/servers.ts'
import { keepTrying } from './keep-trying.ts'

interface KnownApp {
  /** `undefined` until the server has responded. */
  info: AppInfo | undefined
  /** Loads it again. */
  reload: () => Promise<void>
}

export const KnownApp = createContext<KnownApp>({ info: undefined, reload: async () => {} })

export const useApp = (): KnownApp => use(KnownApp)

/** Returns the tool of another server that has this name in the chat, with the id of its server. */
export function useHostedTool(name: string): (HostedToolInfo & { serverId: string }) | undefined {
  const { info } = useApp()
  for (const { id: serverId, tools } of info?.servers ?? []) {
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool !== undefined) return { ...tool, serverId }
  }
  return undefined
}

export const useAppName = (): string => useApp().info?.name ?? 'Yo chat'

/** Loads the app info, and retries until the server responds. Loads it again when the person returns to the page: a key may have been added in another tab. */
export function useAppInfo(): KnownApp {
  const [info, setInfo] = useState<AppInfo>()
  const reload = useCallback(async () => setInfo(await fetchApp()), [])
  useEffect(() => keepTrying(reload), [reload])
  useEffect(() => {
    // The info stays as it was while the server is unreachable.
    const load = () => document.hidden || reload().catch(() => {})
    document.addEventListener('visibilitychange', load)
    return () => document.removeEventListener('visibilitychange', load)
  }, [reload])
  return { info, reload }
}

async function fetchApp(): Promise<AppInfo> {
  const answer = await fetch('/api/app')
  if (!answer.ok) throw new Error(`the server answered with status ${answer.status}`)
  // It comes from our own server, of the same build.
  return (await answer.json()) as AppInfo
}

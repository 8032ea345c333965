import { useEffect } from 'react'
import { useChat, useClient } from './chat.ts'

const CONVERSATION = /^\/c\/([^/]+)$/

/** The conversation that an address of the page names. */
export function sessionIdOf(path: string): string | undefined {
  const id = CONVERSATION.exec(path)?.[1]
  try {
    return id && decodeURIComponent(id)
  } catch {
    return undefined
  }
}

export const toPath = (sessionId: string | undefined): string =>
  sessionId === undefined ? '/' : `/c/${encodeURIComponent(sessionId)}`

/** Keeps the address of the page and the open conversation the same. */
export function useAddress(): void {
  const client = useClient()
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  useEffect(() => {
    if (sessionIdOf(location.pathname) !== sessionId) history.pushState(null, '', toPath(sessionId))
  }, [sessionId])
  useEffect(() => {
    const follow = () => client.open(sessionIdOf(location.pathname))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [client])
}

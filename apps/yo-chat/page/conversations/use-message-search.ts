import type { FoundMessage } from '@sweatpants/framework/chat'
import { useEffect, useState } from 'react'
import { useClient } from '../frame/chat.ts'

/** Milliseconds without a keystroke before the server is asked. */
const PAUSE = 150

export type MessageSearch =
  | { type: 'searching' }
  | { type: 'found'; messages: readonly FoundMessage[] }
  | { type: 'failed' }

/** Returns the messages that have every word of the query, or `undefined` without a query. The last result stays until the next one. */
export function useMessageSearch(query: string): MessageSearch | undefined {
  const client = useClient()
  const [search, setSearch] = useState<MessageSearch>({ type: 'searching' })
  const wanted = query.trim()
  useEffect(() => {
    if (wanted === '') return setSearch({ type: 'searching' })
    const asking = new AbortController()
    const ask = async () => {
      const next = await client.search(wanted, asking.signal).then(
        (messages): MessageSearch => ({ type: 'found', messages }),
        (): MessageSearch => ({ type: 'failed' }),
      )
      if (!asking.signal.aborted) setSearch(next)
    }
    const timer = setTimeout(ask, PAUSE)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [client, wanted])
  return wanted === '' ? undefined : search
}

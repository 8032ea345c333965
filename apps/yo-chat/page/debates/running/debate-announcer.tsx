import type { Session } from '@sweatpants/roundtable/browser'
import { useEffect, useRef, useState } from 'react'
import { findNews } from './news.ts'
import { texts } from './texts.ts'

/** The number of events that are kept. Older ones have been read out. */
const KEPT = 20

/** Announces new events to screen readers. Events from before the page was opened are left out. */
export function DebateAnnouncer({ session }: { session: Session }) {
  const last = useRef(session)
  const count = useRef(0)
  const [news, setNews] = useState<readonly { key: number; words: string }[]>([])
  useEffect(() => {
    const found = findNews(last.current, session).map((words) => ({ key: ++count.current, words }))
    last.current = session
    if (found.length > 0) setNews((before) => [...before, ...found].slice(-KEPT))
  }, [session])
  return (
    <div className="visually-hidden" role="log" aria-label={texts.events}>
      {news.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
    </div>
  )
}

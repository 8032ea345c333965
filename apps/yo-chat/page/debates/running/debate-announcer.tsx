import type { Session } from '@sweatpants/roundtable/browser'
import { useEffect, useRef, useState } from 'react'
import { findNews } from './news.ts'

/** Older ones have been read out. */
const KEPT = 20

/** Tells a screen reader what arrives. What was there when the page was opened is not news. */
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
    <div className="visually-hidden" role="log" aria-label="Debate events">
      {news.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
    </div>
  )
}

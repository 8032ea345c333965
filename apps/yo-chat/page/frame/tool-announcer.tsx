import type { ChatSnapshot, ToolCallState } from '@sweatpants/framework/chat'
import { useEffect, useRef, useState } from 'react'
import { titleOfCall } from '../calls/title-of-call.ts'
import { useChat } from './chat.ts'

const ENDS: Readonly<Record<string, string>> = { done: 'is done', failed: 'has failed', cancelled: 'was cancelled' }

const NEWS = 2

/** Announces questions and ended tools to screen readers. Nothing is said of those that a conversation had when it was opened. */
export function ToolAnnouncer() {
  const calls = useChat(({ state }) => state.toolCalls)
  const questions = useChat((snapshot) => snapshot.pendingElicits)
  const isLoaded = useChat(({ state }) => state.lsn > 0)
  const [news, setNews] = useState('')
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    const said = [...listEnds(calls), ...listQuestions(questions)]
    const fresh = said.filter(({ id }) => known.current !== undefined && !known.current.has(id))
    known.current = new Set(said.map(({ id }) => id))
    if (fresh.length > 0)
      setNews(
        fresh
          .slice(-NEWS)
          .map(({ text }) => text)
          .join(' '),
      )
  }, [isLoaded, calls, questions])
  return (
    <p className="visually-hidden" role="status">
      {news}
    </p>
  )
}

interface Told {
  id: string
  text: string
}

const listEnds = (calls: Readonly<Record<string, ToolCallState>>): Told[] =>
  Object.values(calls).flatMap((call) => {
    const end = call.error?.code === 'denied' ? 'was denied' : ENDS[call.status]
    return end === undefined ? [] : [{ id: call.callId, text: `${titleOfCall(call)} ${end}.` }]
  })

const listQuestions = (questions: ChatSnapshot['pendingElicits']): Told[] =>
  questions
    .filter(({ status }) => status === 'pending')
    .map(({ elicitId, attempt, message }) => ({ id: `${elicitId} ${attempt}`, text: message }))

import { useEffect, useState } from 'react'
import { textOf } from '../messages/text-of.ts'
import { useChat } from './chat.ts'
import { texts } from './texts.ts'

const LONGEST = 600

/** Announces the start of an answer to screen readers, and its text when it is complete: single words would interrupt each other. */
export function Announcer() {
  const turn = useChat(({ state }) => state.turn?.turn)
  const answer = useChat(({ state }) => {
    const last = state.messages.findLast(({ role }) => role === 'assistant')
    return last?.status === 'complete' ? last : undefined
  })
  const [begun, setBegun] = useState<number>()
  useEffect(() => {
    if (turn !== undefined) setBegun(turn)
  }, [turn])
  const isNew = begun !== undefined && answer?.turn === begun
  const text = isNew ? textOf(answer).slice(0, LONGEST) : ''
  return (
    <p className="visually-hidden" role="status">
      {turn !== undefined && !isNew ? texts.answering : text}
    </p>
  )
}

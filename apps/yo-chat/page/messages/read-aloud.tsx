import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { texts } from './texts.ts'

/** Reads an answer aloud, as it is shown: without the marks of its Markdown. */
export function ReadAloud({ answer }: { answer: RefObject<HTMLElement | null> }) {
  const [isReading, setReading] = useState(false)
  const spoken = useRef<SpeechSynthesisUtterance>(undefined)
  const stop = useCallback(() => {
    if (spoken.current === undefined) return
    spoken.current = undefined
    speechSynthesis.cancel()
  }, [])
  useEffect(() => stop, [stop])
  if (!('speechSynthesis' in window)) return null
  const read = () => {
    const texts = Array.from(answer.current?.querySelectorAll('.markdown > *') ?? [], (block) => block.textContent)
    const utterance = new SpeechSynthesisUtterance(texts.join('\n'))
    utterance.onend = () => setReading(false)
    utterance.onerror = () => setReading(false)
    // Ends what another answer says.
    speechSynthesis.cancel()
    spoken.current = utterance
    setReading(true)
    speechSynthesis.speak(utterance)
  }
  const halt = () => {
    stop()
    setReading(false)
  }
  return isReading ? (
    <IconButton icon="stop" label={texts.stopReading} onClick={halt} />
  ) : (
    <IconButton icon="speaker" label={texts.readAloud} onClick={read} />
  )
}

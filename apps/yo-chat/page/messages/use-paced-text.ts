import { useEffect, useState } from 'react'
import { useMedia } from '../frame/use-media.ts'

/** A frame shows one of so many parts of the text that has come and is not shown. */
const PARTS = 12

/**
 * Returns what to show of a text: one that is streamed grows a little in each frame, since providers send it in pieces of a sentence
 * or more.
 */
export function usePacedText(text: string, isStreaming: boolean): string {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState(isStreaming ? 0 : text.length)
  const isBehind = !isStill && shown < text.length
  useEffect(() => {
    if (!isBehind) return
    const advance = () => setShown(shown + Math.ceil((text.length - shown) / PARTS))
    // A hidden page has no frames.
    if (document.hidden) return setShown(text.length)
    const frame = requestAnimationFrame(advance)
    return () => cancelAnimationFrame(frame)
  }, [isBehind, shown, text.length])
  return isBehind ? text.slice(0, isHighSurrogate(text, shown - 1) ? shown + 1 : shown) : text
}

/** Whether the character has a second half, without which it cannot be shown. */
const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800

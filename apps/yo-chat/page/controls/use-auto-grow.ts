import { type RefObject, useLayoutEffect } from 'react'

/** Grows a text box with its text. Its style limits the height. */
export function useAutoGrow(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    const { current } = field
    if (current === null) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`
  }, [field, text])
}

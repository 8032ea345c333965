import type { KeyboardEvent } from 'react'

/** The step of each key, along and across. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * An `onKeyDown` for a container of items marked `data-arrow`, in rows of so many: moves the focus among them. At an edge it stays
 * where it is; Home and End go to the first and the last.
 */
export const moveByArrowKeys =
  (columns: number) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    // A menu inside the container has moved the focus already, and is hidden while it is closed.
    if (event.defaultPrevented) return
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-arrow]')].filter((item) =>
      item.checkVisibility(),
    )
    const at = items.indexOf(event.target as HTMLElement)
    const next = at === -1 ? undefined : nextItem(event.key, at, columns, items.length)
    if (next === undefined) return
    event.preventDefault()
    items[next]?.focus()
  }

function nextItem(key: string, at: number, columns: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEPS[key]
  if (step === undefined) return undefined
  const [along, across] = step
  const column = (at % columns) + along
  const next = at + along + across * columns
  return column < 0 || column >= columns || next < 0 || next >= count ? at : next
}

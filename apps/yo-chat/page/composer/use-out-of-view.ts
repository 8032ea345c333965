import { useEffect, useState } from 'react'

/** An element counts as visible when this share of it is visible, or when it fills this share of the screen. */
const ENOUGH = 0.5

/** Returns the ids of elements that are out of view. Elements that were not observed yet are left out. */
export function useOutOfView(ids: readonly string[]): readonly string[] {
  const [unseen, setUnseen] = useState<readonly string[]>([])
  const all = ids.join(' ')
  useEffect(() => {
    const look = new IntersectionObserver((entries) => setUnseen((before) => entries.reduce(update, before)), {
      threshold: Array.from({ length: 11 }, (_, tenth) => tenth / 10),
    })
    const missing = new Set(all.split(' ').filter((id) => id !== ''))
    const observe = () => {
      for (const id of missing) {
        const element = document.getElementById(id)
        if (element === null) continue
        look.observe(element)
        missing.delete(id)
      }
      if (missing.size === 0) added.disconnect()
    }
    // The card of a question may still be loading.
    const added = new MutationObserver(observe)
    added.observe(document.body, { childList: true, subtree: true })
    observe()
    return () => {
      added.disconnect()
      look.disconnect()
    }
  }, [all])
  return ids.filter((id) => unseen.includes(id))
}

function update(unseen: readonly string[], entry: IntersectionObserverEntry): readonly string[] {
  const others = unseen.filter((id) => id !== entry.target.id)
  return isSeen(entry) ? others : [...others, entry.target.id]
}

const isSeen = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean =>
  intersectionRatio >= ENOUGH || intersectionRect.height >= (rootBounds?.height ?? Number.POSITIVE_INFINITY) * ENOUGH

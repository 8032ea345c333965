import { useEffect, useState } from 'react'
import { useMedia } from './use-media.ts'
import type { Theme } from './use-theme.ts'

/** Returns the theme that the page has now, also if another component has changed it. */
export function useShownTheme(): Theme {
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const [chosen, setChosen] = useState(() => document.documentElement.dataset.theme as Theme | undefined)
  useEffect(() => {
    const changes = new MutationObserver(() => setChosen(document.documentElement.dataset.theme as Theme | undefined))
    changes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => changes.disconnect()
  }, [])
  return chosen ?? (isDark ? 'dark' : 'light')
}

import { useEffect, useState } from 'react'
import { useMedia } from './use-media.ts'

export type Theme = 'light' | 'dark'

/** The theme that the user chose, which is stored, or else that of the system. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const [chosen, choose] = useState(() => document.documentElement.dataset.theme as Theme | undefined)
  const theme = chosen ?? (isDark ? 'dark' : 'light')
  useEffect(() => {
    if (chosen === undefined) return
    document.documentElement.dataset.theme = chosen
    localStorage.setItem('theme', chosen)
  }, [chosen])
  return { theme, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') }
}

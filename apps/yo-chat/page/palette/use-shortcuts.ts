import { useEffect } from 'react'

interface Shortcuts {
  onPalette: () => void
  onHelp: () => void
  onNew: () => void
}

/** Listens to the keys that work everywhere in the page. Those without a modifier are left to text fields. */
export function useShortcuts({ onPalette, onHelp, onNew }: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (action === undefined || event.defaultPrevented) return
      // A dialog comes before the page.
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      if (action === 'write') document.getElementById('message-box')?.focus()
      else ({ palette: onPalette, help: onHelp, new: onNew })[action]()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onPalette, onHelp, onNew])
}

function actionOf(event: KeyboardEvent): 'palette' | 'new' | 'write' | 'help' | undefined {
  const { key, shiftKey, altKey } = event
  if ((event.ctrlKey || event.metaKey) && !altKey) {
    if (key.toLowerCase() === 'k' && !shiftKey) return 'palette'
    return key.toLowerCase() === 'o' && shiftKey ? 'new' : undefined
  }
  if (altKey || isTextField(event.target)) return undefined
  return key === '/' ? 'write' : key === '?' ? 'help' : undefined
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

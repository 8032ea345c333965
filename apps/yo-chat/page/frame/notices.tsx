import { ClientClosedError } from '@sweatpants/framework/chat'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { texts } from '../controls/texts.ts'

interface Notice {
  id: number
  text: string
}

type Tell = (error: unknown) => void

const Tell = createContext<Tell>(console.error)

/** Shows an error until it is dismissed. */
export const useTell = (): Tell => use(Tell)

/** Waits for a command and shows a notice if it fails. Resolves to whether it succeeded. */
export function usePerform(): (command: Promise<unknown>) => Promise<boolean> {
  const tell = useTell()
  return useCallback(
    async (command) => {
      try {
        await command
        return true
      } catch (error) {
        tell(error)
        return false
      }
    },
    [tell],
  )
}

let count = 0

export function Notices({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const tell = useMemo<Tell>(() => {
    return (error) => {
      if (error instanceof ClientClosedError) return
      const text = error instanceof Error ? error.message : String(error)
      setNotices((all) => [...all.filter((notice) => notice.text !== text), { id: ++count, text }].slice(-3))
    }
  }, [])
  return (
    <Tell value={tell}>
      {children}
      <div className="notices" role="alert">
        {notices.map(({ id, text }) => (
          <p key={id} className="notice">
            <span>{text}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.dismiss}
              onClick={() => setNotices((all) => all.filter((notice) => notice.id !== id))}
            >
              {/* Not an icon of ours: their shapes are loaded after the first JavaScript. */}
              <span aria-hidden="true">×</span>
            </button>
          </p>
        ))}
      </div>
    </Tell>
  )
}

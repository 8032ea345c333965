import { useEffect, useState } from 'react'

const KEY = 'sidebar'
const CLOSED = 'closed'

/** Whether a wide screen shows the sidebar. The browser remembers it. */
export function useSidebar(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(KEY) !== CLOSED)
  useEffect(() => {
    if (isOpen) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, CLOSED)
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen) }
}

import { useAllWaiting } from '../conversations/waiting.ts'
import { useAppName } from './app-info.ts'

/** The title of the window, with the number of open questions. Without a title: the name of the app. */
export function PageTitle({ title }: { title: string }) {
  const name = useAppName()
  const waiting = useAllWaiting()
  const full = title === '' ? name : `${title} · ${name}`
  return <title>{waiting > 0 ? `(${waiting}) ${full}` : full}</title>
}

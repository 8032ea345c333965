import { useConversationList } from '../conversations/use-conversation-list.ts'
import { useAllWaiting, useNewestAsked } from '../conversations/waiting.ts'
import { useAppName } from './app-info.ts'
import { useNotification } from './notifications.ts'

/** The title of the window, with the number of open questions. Without a title: the name of the app. */
export function PageTitle({ title }: { title: string }) {
  // The number is needed also where the list is not shown.
  useConversationList()
  const name = useAppName()
  const waiting = useAllWaiting()
  const full = title === '' ? name : `${title} · ${name}`
  useNotification(waiting, useNewestAsked(), full)
  return <title>{waiting > 0 ? `(${waiting}) ${full}` : full}</title>
}

import { useApp } from '../frame/app-info.ts'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { useChoosing } from './choice.ts'

/** Sends a message; the first one begins a conversation with who was chosen for it. Comes to whether it was taken. */
export function useSend(): (content: string) => Promise<boolean> {
  const client = useClient()
  const perform = usePerform()
  const { info } = useApp()
  const { choice, choose } = useChoosing()
  return (content) => {
    const { sessionId, sending } = client.getSnapshot()
    const persona = choice.persona ?? info?.personas[0]?.id
    const chosen = { ...choice, ...(persona !== undefined && { persona }) }
    if (sessionId === undefined && sending.length === 0 && Object.keys(chosen).length > 0) {
      void perform(client.configure(chosen))
      choose({})
    }
    return perform(client.send(content))
  }
}

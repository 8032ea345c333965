import type { UserContent } from '@sweatpants/framework/chat'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { useChoosing } from './choice.ts'

/** Sends a message; the first one starts a conversation with the chosen persona. Resolves to whether it was accepted. */
export function useSend(): (content: UserContent, commandId?: string) => Promise<boolean> {
  const client = useClient()
  const perform = usePerform()
  const { choice, choose } = useChoosing()
  return (content, commandId) => {
    const { sessionId, sending } = client.getSnapshot()
    if (sessionId === undefined && sending.length === 0 && Object.keys(choice).length > 0) {
      void perform(client.configure(choice))
      choose({})
    }
    return perform(client.send(content, commandId === undefined ? {} : { commandId }))
  }
}

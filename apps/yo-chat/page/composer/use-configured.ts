import { useApp } from '../frame/app-info.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { type Choice, useChoosing } from './choice.ts'

interface Configured {
  /** `undefined` until the app info has loaded. */
  model: string | undefined
  persona: string | undefined
  configure: (change: Choice) => void
}

/** The model and persona of the conversation. Before its first message, the choice is kept on the page. */
export function useConfigured(): Configured {
  const client = useClient()
  const perform = usePerform()
  const { info } = useApp()
  const { choice, choose } = useChoosing()
  const isNew = useChat((snapshot) => snapshot.sessionId === undefined)
  const model = useChat(({ state }) => state.model)
  const persona = useChat(({ state }) => state.persona)
  return {
    model: (isNew ? choice.model : model) ?? info?.model,
    persona: (isNew ? choice.persona : persona) ?? info?.persona,
    configure: (change) => (isNew ? choose({ ...choice, ...change }) : void perform(client.configure(change))),
  }
}

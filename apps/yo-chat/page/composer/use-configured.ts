import { useApp } from '../frame/app-info.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { type Choice, useChoosing } from './choice.ts'

interface Configured {
  /** None while nothing is known of the app. */
  model: string | undefined
  persona: string | undefined
  configure: (change: Choice) => void
}

/** Who answers here. A conversation that has not begun keeps the choice until it does. */
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

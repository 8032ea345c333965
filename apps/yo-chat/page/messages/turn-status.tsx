import { useChat } from '../frame/chat.ts'
import { Thinking } from './thinking.tsx'

const OPEN = ['running', 'approval', 'waiting']

/** Something goes on, and nothing else on the page says so. */
export function TurnStatus() {
  const turn = useChat(({ state }) => state.turn)
  const isSilent = useChat(({ state }) => {
    const last = state.messages.findLast(({ status }) => status !== 'queued')
    if (last === undefined || last.status === 'streaming') return false
    return !Object.values(state.toolCalls).some(({ status }) => OPEN.includes(status))
  })
  if (turn === undefined) return null
  if (turn.aborting) return <p className="stopped">Stopping…</p>
  return isSilent ? <Thinking /> : null
}

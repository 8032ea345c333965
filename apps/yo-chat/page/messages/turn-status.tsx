import { useChat } from '../frame/chat.ts'
import { texts } from './texts.ts'
import { Thinking } from './thinking.tsx'

const OPEN = ['running', 'approval', 'waiting']

/** Shows what the turn is doing where nothing else on the page does. */
export function TurnStatus() {
  const turn = useChat(({ state }) => state.turn)
  const isSilent = useChat(({ state }) => {
    const last = state.messages.findLast(({ status }) => status !== 'queued')
    if (last === undefined || last.status === 'streaming') return false
    return !Object.values(state.toolCalls).some(({ status }) => OPEN.includes(status))
  })
  if (turn === undefined) return null
  if (turn.aborting) return <p className="stopped">{texts.stopping}</p>
  if (turn.blocked) return <p className="stopped">{texts.paused}</p>
  return isSilent ? <Thinking /> : null
}

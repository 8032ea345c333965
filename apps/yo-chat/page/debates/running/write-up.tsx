import { canWriteUp, isInRound, type Session } from '@sweatpants/roundtable/browser'
import { useTell } from '../../frame/notices.tsx'
import { useRequest } from '../../frame/use-request.ts'
import { debates } from '../debates.ts'
import { texts } from './texts.ts'

/** Asks a model for a summary of the debate, if there is none. */
export function WriteUp({ session }: { session: Session }) {
  const { isBusy, send } = useRequest(useTell())
  const { id, synthesis, currentRound } = session
  if (!canWriteUp(session) || isInRound(session) || synthesis?.round === currentRound) return null
  return (
    <button type="button" className="button" aria-disabled={isBusy} onClick={() => send(() => debates.synthesize(id))}>
      {isBusy ? texts.writing : texts.writeUp}
    </button>
  )
}

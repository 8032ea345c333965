import { canWriteUp, openRound, type Session } from '@sweatpants/roundtable/browser'
import { useState } from 'react'
import { usePerform } from '../../frame/notices.tsx'
import { debates } from '../debates.ts'
import { texts } from './texts.ts'

/** Asks a model for a summary of the debate, if there is none. */
export function WriteUp({ session }: { session: Session }) {
  const perform = usePerform()
  const [isWriting, setWriting] = useState(false)
  const { id, synthesis, currentRound } = session
  if (!canWriteUp(session) || openRound(session) !== undefined || synthesis?.round === currentRound) return null
  const write = async () => {
    if (isWriting) return
    setWriting(true)
    await perform(debates.synthesize(id))
    setWriting(false)
  }
  return (
    <button type="button" className="button" aria-disabled={isWriting} onClick={write}>
      {isWriting ? texts.writing : texts.writeUp}
    </button>
  )
}

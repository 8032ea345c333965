import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { useState } from 'react'
import { usePerform } from '../../frame/notices.tsx'
import { debates } from '../debates.ts'
import { StopDialog } from './stop-dialog.tsx'
import { texts } from './texts.ts'
import { WriteUp } from './write-up.tsx'

/** The buttons for the current state of a debate. */
export function DebateControls({ session }: { session: Session }) {
  const perform = usePerform()
  const [isStopping, setStopping] = useState(false)
  const { id, status } = session
  const isOpen = openRound(session) !== undefined
  return (
    <div className="buttons">
      {status === 'active' && isOpen && (
        <button type="button" className="button" onClick={() => perform(debates.control(id, 'pause'))}>
          {texts.pause}
        </button>
      )}
      {status !== 'completed' && (
        <button type="button" className="button" aria-haspopup="dialog" onClick={() => setStopping(true)}>
          {texts.stop}
        </button>
      )}
      <WriteUp session={session} />
      {isStopping && status !== 'completed' && <StopDialog sessionId={id} onDone={() => setStopping(false)} />}
    </div>
  )
}

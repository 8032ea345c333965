import type { Session } from '@sweatpants/roundtable/browser'
import { DebateControls } from './debate-controls.tsx'
import { Exports } from './exports.tsx'
import { OneMoreRound } from './one-more-round.tsx'

interface DebateActionsProps {
  session: Session
  /** Called before a round begins. */
  onBegin: () => void
}

export const DebateActions = ({ session, onBegin }: DebateActionsProps) => (
  <div className="running-actions">
    <DebateControls session={session} />
    <OneMoreRound key={session.currentRound} session={session} onBegin={onBegin} />
    <Exports session={session} />
  </div>
)

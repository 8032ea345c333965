import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { useModeTitle } from '../offer.ts'
import { DebateControls } from './debate-controls.tsx'
import { Exports } from './exports.tsx'
import { OneMoreRound } from './one-more-round.tsx'
import { saySpent } from './say-spent.ts'
import { sayStatus } from './say-status.ts'

interface DebateHeadProps {
  session: Session
  /** Told before a round is begun. */
  onBegin: () => void
}

/** What is debated, how, and how far it is. */
export function DebateHead({ session, onBegin }: DebateHeadProps) {
  const toTitle = useModeTitle()
  const { topic, mode, seats, answers, budget, usage, consensus } = session
  // The summary says it where there is one.
  const isShownHere = consensus === undefined || openRound(session) !== undefined
  return (
    <div className="running-head">
      <h2 className="running-topic">{topic}</h2>
      <p className="debates-facts">
        <span>{toTitle(mode)}</span>
        <span>{seats.length === 1 ? '1 seat' : `${seats.length} seats`}</span>
        <span>{saySpent(usage, budget)}</span>
      </p>
      {answers.length > 0 && <p className="hint">Possible answers: {answers.join(' · ')}</p>}
      {isShownHere && <p className="running-status">{sayStatus(session)}</p>}
      <div className="running-actions">
        <DebateControls session={session} />
        <OneMoreRound session={session} onBegin={onBegin} />
        <Exports session={session} />
      </div>
    </div>
  )
}

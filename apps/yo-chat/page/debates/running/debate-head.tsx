import { openRound, optionsOf, type Session, sayQuestion } from '@sweatpants/roundtable/browser'
import { useModeTitle } from '../offer.ts'
import { DebateControls } from './debate-controls.tsx'
import { Exports } from './exports.tsx'
import { OneMoreRound } from './one-more-round.tsx'
import { saySpent } from './say-spent.ts'
import { sayStatus } from './say-status.ts'

interface DebateHeadProps {
  session: Session
  /** Called before a round begins. */
  onBegin: () => void
}

/** Shows the topic, how it is debated, and the progress. */
export function DebateHead({ session, onBegin }: DebateHeadProps) {
  const toTitle = useModeTitle()
  const { topic, mode, seats, question, budget, usage, consensus } = session
  const options = optionsOf(session)
  // If there is a summary, it has the status.
  const isShownHere = consensus === undefined || openRound(session) !== undefined
  return (
    <div className="running-head">
      <h2 className="running-topic">{topic}</h2>
      <p className="debates-facts">
        <span>{toTitle(mode)}</span>
        <span>{seats.length === 1 ? '1 seat' : `${seats.length} seats`}</span>
        <span>{saySpent(usage, budget)}</span>
      </p>
      {question !== undefined && (
        <p className="hint">
          {sayQuestion(question)}
          {question.by === 'model' && ' A model read the question this way; you can correct it with the next round.'}
        </p>
      )}
      {options.length > 0 && <p className="hint">Possible answers: {options.join(' · ')}</p>}
      {isShownHere && <p className="running-status">{sayStatus(session)}</p>}
      <div className="running-actions">
        <DebateControls session={session} />
        <OneMoreRound session={session} onBegin={onBegin} />
        <Exports session={session} />
      </div>
    </div>
  )
}

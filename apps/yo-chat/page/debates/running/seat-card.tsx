import { Markdown } from '@sweatpants/framework/react'
import { type Round, type Session, seatOf, toPlainText } from '@sweatpants/roundtable/browser'
import { useId } from 'react'
import { SeatName, sayDetails } from '../reading/seat-name.tsx'
import { SeatAnswer } from './seat-answer.tsx'
import { progressOf } from './seat-state.ts'
import { Stand } from './stand.tsx'
import { texts } from './texts.ts'

interface SeatCardProps {
  session: Session
  round: Round
  agentId: string
}

/** A seat in a running round. */
export function SeatCard({ session, round, agentId }: SeatCardProps) {
  const id = useId()
  const { model, persona, role, replaces } = seatOf(session, agentId)
  const draft = round.drafts?.[agentId]
  const { state, ballot, ballotFailure } = progressOf(session, round, agentId)
  const isBusy = state.type === 'asked' || state.type === 'voting'
  return (
    <li className="running-seat" data-state={state.type} aria-labelledby={id}>
      <div className="running-seat-head">
        <h3 id={id}>
          <SeatName agentId={agentId} />
        </h3>
        <span className="running-seat-state">
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {texts.seats[state.type]}
        </span>
      </div>
      <p className="hint">{sayDetails({ model, role: role?.name, persona })}</p>
      {ballot && (
        <div className="running-ballot">
          <span className="hint">{texts.ballot}</span> <Stand said={ballot} /> {toPlainText(ballot.position)}
        </div>
      )}
      {ballotFailure && <p className="problem">{texts.noBallot(ballotFailure.reason)}</p>}
      {draft !== undefined && state.type === 'asked' && (
        <div className="running-draft">
          <Markdown text={draft} />
        </div>
      )}
      {session.withoutImages?.includes(agentId) && <p className="hint">{texts.cannotSee}</p>}
      {replaces !== undefined && (
        <p className="hint">
          {texts.replaces} <SeatName agentId={replaces} />
          {texts.replacesWhy}
        </p>
      )}
      {state.type === 'answered' && <SeatAnswer response={state.response} />}
      {state.type === 'failed' && <p className="problem">{state.failure.reason}</p>}
    </li>
  )
}

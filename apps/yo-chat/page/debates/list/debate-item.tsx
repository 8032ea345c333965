import { type SessionSummary, sayCount } from '@sweatpants/roundtable/browser'
import { toRelativeDate } from '../../conversations/relative-date.ts'
import { Link } from '../../frame/link.tsx'
import { toDebatePath } from '../../frame/place.ts'
import { useModeTitle } from '../offer.ts'
import { DebateEntry } from './debate-entry.tsx'
import { STATES, stateOf, titleOf } from './find-debates.ts'

interface DebateItemProps {
  session: SessionSummary
  now: number
}

export function DebateItem({ session, now }: DebateItemProps) {
  const { id, mode, decision, currentRound, totalRounds, agentIds, updatedAt, pendingContextRequests } = session
  const toTitle = useModeTitle()
  const state = stateOf(session)
  return (
    <DebateEntry session={session}>
      <Link className="debates-item" href={toDebatePath(id)} data-arrow>
        <strong className="debates-item-topic">{titleOf(session)}</strong>
        <span className="debates-item-decision">
          {decision !== undefined && `Leading: ${decision}`}
          {decision === undefined && (state === 'over' ? 'Nothing was decided.' : 'Nothing is decided yet.')}
        </span>
        <span className="debates-facts">
          <span className="badge" data-debate={state}>
            {STATES[state]}
            {state === 'waiting' && `: ${pendingContextRequests}`}
          </span>
          <span>{toTitle(mode)}</span>
          <span>
            Round {currentRound} of {totalRounds}
          </span>
          <span>{sayCount(agentIds.length, 'panellist')}</span>
          <time dateTime={updatedAt}>{toRelativeDate(Date.parse(updatedAt), now)}</time>
        </span>
      </Link>
    </DebateEntry>
  )
}

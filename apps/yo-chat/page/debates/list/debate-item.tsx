import type { SessionSummary } from '@sweatpants/roundtable/browser'
import { toRelativeDate } from '../../conversations/relative-date.ts'
import { Link } from '../../frame/link.tsx'
import { toDebatePath } from '../../frame/place.ts'
import { useModeTitle } from '../offer.ts'
import { DebateEntry } from './debate-entry.tsx'
import { texts } from './texts.ts'
import { titleOf } from './title-of.ts'

interface DebateItemProps {
  session: SessionSummary
  now: number
}

export function DebateItem({ session, now }: DebateItemProps) {
  const { id, mode, status, decision, currentRound, totalRounds, agentIds, updatedAt, pendingContextRequests } = session
  const toTitle = useModeTitle()
  return (
    <DebateEntry session={session}>
      <Link className="debates-item" href={toDebatePath(id)} data-arrow>
        <strong className="debates-item-topic">{titleOf(session)}</strong>
        <span className="debates-item-decision">
          {decision !== undefined && texts.leading(decision)}
          {decision === undefined && (status === 'completed' ? texts.nothingDecided : texts.notDecided)}
        </span>
        <span className="debates-facts">
          <span className="badge" data-debate={status}>
            {status === 'needs_context' ? texts.waiting(pendingContextRequests) : texts.statuses[status]}
          </span>
          <span>{toTitle(mode)}</span>
          <span>{texts.round(currentRound, totalRounds)}</span>
          <span>{texts.panellists(agentIds.length)}</span>
          <time dateTime={updatedAt}>{toRelativeDate(Date.parse(updatedAt), now)}</time>
        </span>
      </Link>
    </DebateEntry>
  )
}

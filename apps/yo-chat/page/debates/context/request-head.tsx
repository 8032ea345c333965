import type { ContextRequest } from '@sweatpants/roundtable/browser'
import { SeatName } from '../reading/seat-name.tsx'
import { texts } from './texts.ts'

interface RequestHeadProps {
  id: string
  request: ContextRequest
}

/** The panellist that asks, its question, and its reason. */
export function RequestHead({ id, request: { agentId, priority, query, reason } }: RequestHeadProps) {
  return (
    <>
      <p className="context-who">
        <span className="badge" data-priority={priority}>
          {texts.priorities[priority]}
        </span>{' '}
        <SeatName agentId={agentId} /> {texts.asks}
      </p>
      <h3 id={id} className="context-query">
        {query}
      </h3>
      <p className="hint">{reason}</p>
    </>
  )
}

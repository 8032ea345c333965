import type { ContextRequest } from '@sweatpants/roundtable/browser'

interface RequestHeadProps {
  id: string
  request: ContextRequest
}

/** The seat that asks, its question, and its reason. */
export function RequestHead({ id, request: { agentId, priority, query, reason } }: RequestHeadProps) {
  return (
    <>
      <p className="context-who">
        <span className="badge" data-priority={priority}>
          {priority === 'required' ? 'Required' : 'Optional'}
        </span>{' '}
        {agentId} asks
      </p>
      <h3 id={id} className="context-query">
        {query}
      </h3>
      <p className="hint">{reason}</p>
    </>
  )
}

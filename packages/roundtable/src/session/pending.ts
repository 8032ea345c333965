import { type ContextRequest, isPending } from './context-request.ts'
import type { Happening } from './event.ts'
import type { Session } from './session.ts'

/** What has to happen so that these requests are what is pending. */
export function decidePending(
  { contextRequests }: Session,
  wanted: readonly Omit<ContextRequest, 'timestamp'>[],
): Happening[] {
  const known = new Set(contextRequests.map(({ id }) => id))
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const requestIds = contextRequests
    .filter((record) => isPending(record) && !wantedIds.has(record.id))
    .map(({ id }) => id)
  const added = wanted
    .filter(({ id }) => !known.has(id))
    .map(({ id, sessionId, round, agentId, query, reason, priority }): Happening => {
      return { type: 'context_request', request: { id, sessionId, round, agentId, query, reason, priority } }
    })
  return requestIds.length === 0 ? added : [{ type: 'context_clear', requestIds }, ...added]
}

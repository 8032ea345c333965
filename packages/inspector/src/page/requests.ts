import type { ShownProject } from '../project.ts'
import type { Replayed } from '../replay.ts'
import type { RunEvent, Samples } from '../run-event.ts'
import type { EffectState } from '../run-state.ts'

/** A request that failed, with a message for the person at the page. */
class RefusedError extends Error {
  override name = 'RefusedError'
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_BODY }
  const response = await fetch(path, init).catch(() => {
    throw new RefusedError('The inspector is not responding. Check that `sweatpants dev` is running.')
  })
  if (response.status === 204) return undefined as T
  const reply = await response.json()
  if (response.ok) return reply
  throw new RefusedError(reply.error?.message ?? `The inspector responded with status ${response.status}.`)
}

const JSON_BODY = { 'content-type': 'application/json' }

const ofRun = (runId: string, path: string): string => `/api/runs/${encodeURIComponent(runId)}${path}`

export const readProject = () => request<ShownProject>('GET', '/api/project')

export const readEvents = (runId: string, after: number) =>
  request<{ lsn: number; event: RunEvent }[]>('GET', ofRun(runId, `/events?after=${after}`))

export const readReplay = (runId: string, at: number) => request<Replayed>('GET', ofRun(runId, `/replay?at=${at}`))

export const startRun = (tool: string, params: unknown, samples: Samples) =>
  request<{ runId: string }>('POST', '/api/runs', { tool, params, samples })

/** Names the attempt, so that an answer counts only for the question that was shown. */
export const sendAnswer = (runId: string, { id, attempt }: EffectState, answer: unknown) =>
  request<object>('POST', ofRun(runId, '/answers'), { id, attempt, answer })

/** Starts a run that has the first `at` entries of this one. */
export const forkRun = (runId: string, at: number) => request<{ runId: string }>('POST', ofRun(runId, '/fork'), { at })

export const cancelRun = (runId: string) => request<object>('POST', ofRun(runId, '/cancel'), {})

export const resumeRun = (runId: string) => request<object>('POST', ofRun(runId, '/resume'), {})

export const deleteRun = (runId: string) => request<void>('DELETE', ofRun(runId, ''))

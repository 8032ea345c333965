import type { ShownProject } from '../dev/project.ts'
import type { Replayed } from '../dev/replay.ts'
import type { RunEvent, Samples } from '../dev/run-event.ts'

/** The inspector said no, in words for the person at the page. */
class RefusedError extends Error {
  override name = 'RefusedError'
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_BODY }
  const response = await fetch(path, init).catch(() => {
    throw new RefusedError('The inspector does not answer. Is `sweatpants dev` still running?')
  })
  if (response.status === 204) return undefined as T
  const reply = await response.json()
  if (response.ok) return reply
  throw new RefusedError(reply.error?.message ?? `The inspector answered with ${response.status}.`)
}

const JSON_BODY = { 'content-type': 'application/json' }

const ofRun = (runId: string, what: string): string => `/api/runs/${encodeURIComponent(runId)}${what}`

export const readProject = () => request<ShownProject>('GET', '/api/project')

export const readEvents = (runId: string, after: number) =>
  request<{ lsn: number; event: RunEvent }[]>('GET', ofRun(runId, `/events?after=${after}`))

export const readReplay = (runId: string, at: number) => request<Replayed>('GET', ofRun(runId, `/replay?at=${at}`))

export const startRun = (tool: string, params: unknown, samples: Samples) =>
  request<{ runId: string }>('POST', '/api/runs', { tool, params, samples })

export const sendAnswer = (runId: string, id: string, answer: unknown) =>
  request<object>('POST', ofRun(runId, '/answers'), { id, answer })

export const cancelRun = (runId: string) => request<object>('POST', ofRun(runId, '/cancel'), {})

export const resumeRun = (runId: string) => request<object>('POST', ofRun(runId, '/resume'), {})

export const forgetRun = (runId: string) => request<void>('DELETE', ofRun(runId, ''))

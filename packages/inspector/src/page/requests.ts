import type { ShownProject } from '../project.ts'
import type { Replayed } from '../replay.ts'
import type { RunEvent, Samples } from '../run-event.ts'
import type { EffectState } from '../run-state.ts'
import { createRequest, ofRun } from './request.ts'

const request = createRequest('The inspector', 'Check that `sweatpants dev` is running.')

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

export const deleteRun = (runId: string) => request<void>('DELETE', ofRun(runId))

import type { AskedQuestion, ShownRun } from '@sweatpants/framework/control'
import type { RunPage, RunState } from '@sweatpants/framework/log'
import { createRequest, ofRun } from '../page/request.ts'

export type Counts = Record<RunState, number>

/** What a person chose to see. Empty texts are not sent. */
export interface Choice {
  state: RunState | ''
  search: string
  /** Milliseconds. */
  olderThan: string
}

const request = createRequest('The control room', 'Check that its server is running.')

export function listRuns(choice: Choice, limit: number): Promise<RunPage> {
  const query = new URLSearchParams({ limit: String(limit) })
  for (const [name, value] of Object.entries(choice)) if (value !== '') query.set(name, value)
  return request('GET', `/api/runs?${query}`)
}

export const showRun = (id: string) => request<ShownRun>('GET', ofRun(id))

/** Resolves to the question that an entry answers; `undefined` if the control room does not have the tool. */
export const readQuestion = async (id: string, at: number): Promise<AskedQuestion | undefined> =>
  (await request<{ question?: AskedQuestion }>('GET', ofRun(id, `/questions/${at}`))).question

export const cancelRun = (id: string) => request<void>('POST', ofRun(id, '/cancel'), {})

export const resumeRun = (id: string) => request<void>('POST', ofRun(id, '/resume'), {})

export const retryRun = (id: string, from?: number) => request<{ id: string }>('POST', ofRun(id, '/retry'), { from })

export const forkRun = (id: string, at: number, answer: unknown) =>
  request<{ id: string }>('POST', ofRun(id, '/fork'), { at, answer })

export const forgetRun = (id: string) => request<void>('DELETE', ofRun(id))

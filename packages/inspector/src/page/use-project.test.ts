import { expect, test } from 'vitest'
import type { ProjectEvent } from '../project.ts'
import { type ProjectState, reduceProject } from './use-project.ts'

const project: ProjectState = { epoch: 'e', head: 1, model: 'demo', tools: [], runs: [], heads: {} }

const change = (runId: string, head: number, status: 'running' | 'waiting'): ProjectEvent => ({
  type: 'run_change',
  runId,
  head,
  about: { tool: 'trip', status, startedAt: 1 },
})

const reduce = (...events: ProjectEvent[]) => events.reduce(reduceProject, project)

test('a new run is listed first, and keeps its place as it changes', () => {
  const { runs, heads } = reduce(change('a', 1, 'running'), change('b', 1, 'running'), change('a', 2, 'waiting'))
  expect(runs.map(({ runId, status }) => [runId, status])).toEqual([
    ['b', 'running'],
    ['a', 'waiting'],
  ])
  expect(heads).toEqual({ a: 2, b: 1 })
})

test('news that arrive late do not undo newer news of the same run', () => {
  expect(reduce(change('a', 2, 'waiting'), change('a', 1, 'running')).runs).toMatchObject([{ status: 'waiting' }])
})

test('a deleted run is no longer listed', () => {
  expect(reduce(change('a', 1, 'running'), { type: 'run_delete', runId: 'a' }).runs).toEqual([])
})

test('a load problem is shown until the tools load', () => {
  const refused = reduce({ type: 'tools_refuse', problem: 'a typing mistake' })
  expect(refused.problem).toBe('a typing mistake')
  expect(reduceProject(refused, { type: 'tools_load', tools: [] })).not.toHaveProperty('problem')
})

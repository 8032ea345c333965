import { expect, test } from 'vitest'
import type { RunEvent } from './run-event.ts'
import { emptyRun, reduceAll } from './run-state.ts'

const start: RunEvent = { type: 'run_start', tool: 'trip', params: {}, samples: 'model', process: 'p', time: 1 }
const answer: RunEvent = { type: 'question_answer', id: 'when', answer: 3, time: 2 }
const resume: RunEvent = { type: 'run_resume', process: 'p', time: 3 }
const ask = (at: string, kind = 'elicit', id = 'when'): RunEvent => ({
  type: 'effect_open',
  effect: { at, branch: '', kind, key: id, id, request: {} },
})
const open: RunEvent = { type: 'question_open', id: 'when', attempt: 1 }
const fact = { at: '0', kind: 'elicit', key: 'when', digest: '', time: 2 }

const usage = { inputTokens: 0, outputTokens: 0 }

const reduce = (...events: RunEvent[]) => reduceAll(emptyRun, events)
const states = (...events: RunEvent[]) =>
  reduce(...events).happenings.map((one) => (one.type === 'effect' ? one.state : one.message))

test('a run waits while a question is open', () => {
  expect(reduce(start, ask('0')).status).toBe('running')
  expect(reduce(start, ask('0'), open).status).toBe('waiting')
  expect(reduce(start, ask('0'), open, answer).status).toBe('running')
})

test('a refused answer opens the question again with the reason', () => {
  const refusal = 'day: expected a number'
  const run = reduce(start, ask('0'), open, answer, { ...open, attempt: 2, refusal })
  expect(run.happenings).toMatchObject([{ state: 'open', attempt: 2, refusal }])
})

test('an entry is the outcome of the effect at its address, in either order of arrival', () => {
  const entry = { type: 'value', ...fact, value: 3 } as const
  const run = reduce(start, ask('0'), open, ask('1', 'step', 'pay'), {
    type: 'journal_write',
    entries: [entry, { type: 'started', ...fact, at: '1' }],
  })
  expect(run.happenings).toMatchObject([
    { state: 'value', entry },
    { state: 'pending', started: true },
  ])
  expect(run.entries).toHaveLength(2)
  expect(reduce(start, { type: 'journal_write', entries: [entry] }, ask('0')).happenings).toMatchObject([
    { state: 'value', entry },
  ])
})

test('a pending effect of a resumed run stays until the replay is over, and goes away if it was not opened again', () => {
  const entries = [{ type: 'value', ...fact } as const]
  const write: RunEvent = { type: 'journal_write', entries }
  const before: RunEvent[] = [start, ask('0'), write, ask('1'), open, resume]
  expect(states(...before)).toEqual(['value', 'open'])
  expect(states(...before, ask('1'))).toEqual(['value', 'open'])
  expect(states(...before, ask('1', 'elicit', 'who'))).toEqual(['value', 'pending'])
  expect(states(...before, ask('2', 'elicit', 'who'), { ...open, id: 'who' })).toEqual(['value', 'open'])
  expect(states(...before, { type: 'run_stop', stop: { type: 'cancelled', usage }, time: 4 })).toEqual(['value'])
})

test('an answer stays with its question until the outcome is recorded, also across a resume', () => {
  const answered = { state: 'answered', answer: { value: 3, time: 2 } }
  expect(reduce(start, ask('0'), open, answer).happenings).toMatchObject([answered])
  expect(
    reduce(start, ask('0'), open, { type: 'run_pause', time: 2 }, resume, answer, ask('0')).happenings,
  ).toMatchObject([answered])
})

test('a resumed run is not stopped', () => {
  const stop: RunEvent = { type: 'run_stop', stop: { type: 'broken', error: { name: 'E', message: 'm' } }, time: 2 }
  expect(reduce(start, stop)).toMatchObject({ status: 'broken', stoppedAt: 2 })
  const resumed = reduce(start, stop, resume)
  expect(resumed).toMatchObject({ status: 'running' })
  expect(resumed).not.toHaveProperty('stop')
})

test('withdrawn effects and messages keep their places', () => {
  const said: RunEvent = { type: 'emission', kind: 'log', level: 'info', message: 'hello' }
  expect(states(start, ask('0'), said, ask('1'), { type: 'effect_withdraw', at: '0' })).toEqual([
    'halted',
    'hello',
    'pending',
  ])
})

import { expect, test } from 'vitest'
import type { RunEvent } from './run-event.ts'
import { emptyRun, reduceRun } from './run-state.ts'

const start: RunEvent = { type: 'run_start', tool: 'trip', params: {}, samples: 'model', time: 1 }
const ask = (at: string, kind = 'elicit', id = 'when'): RunEvent => ({
  type: 'effect_ask',
  effect: { at, branch: '', kind, key: id, id, request: {} },
})
const open: RunEvent = { type: 'question_open', id: 'when', attempt: 1 }
const fact = { at: '0', kind: 'elicit', key: 'when', digest: '', time: 2 }

const usage = { inputTokens: 0, outputTokens: 0 }

const reduce = (...events: RunEvent[]) => events.reduce(reduceRun, emptyRun)
const states = (...events: RunEvent[]) =>
  reduce(...events).happenings.map((one) => (one.type === 'effect' ? one.state : one.message))

test('a run waits while a question is open, and not after', () => {
  expect(reduce(start, ask('0')).status).toBe('running')
  expect(reduce(start, ask('0'), open).status).toBe('waiting')
  expect(reduce(start, ask('0'), open, { type: 'question_answer', id: 'when' }).status).toBe('running')
})

test('a refused answer opens the question again, with the reason', () => {
  const refusal = 'day: expected a number'
  const run = reduce(start, ask('0'), open, { type: 'question_answer', id: 'when' }, { ...open, attempt: 2, refusal })
  expect(run.happenings).toMatchObject([{ state: 'open', attempt: 2, refusal }])
})

test('an entry is the outcome of the effect at its address', () => {
  const entry = { type: 'value', ...fact, value: 3 } as const
  const run = reduce(start, ask('0'), open, ask('1', 'step', 'pay'), {
    type: 'journal_write',
    revision: 4,
    entries: [entry, { type: 'started', ...fact, at: '1' }],
  })
  expect(run.happenings).toMatchObject([
    { state: 'value', entry },
    { state: 'asked', started: true },
  ])
  expect(run.entries.map(({ revision }) => revision)).toEqual([4, 4])
})

test('what had no outcome stays until the run has gone on from its journal, and is gone if it was not asked again', () => {
  const entries = [{ type: 'value', ...fact } as const]
  const write: RunEvent = { type: 'journal_write', revision: 2, entries }
  const before: RunEvent[] = [start, ask('0'), write, ask('1'), open, { type: 'run_resume', time: 3 }]
  expect(states(...before)).toEqual(['value', 'open'])
  expect(states(...before, ask('1'))).toEqual(['value', 'open'])
  expect(states(...before, ask('1', 'elicit', 'who'))).toEqual(['value', 'asked'])
  expect(states(...before, ask('2', 'elicit', 'who'), { ...open, id: 'who' })).toEqual(['value', 'open'])
  expect(states(...before, { type: 'run_stop', stop: { type: 'cancelled', usage }, time: 4 })).toEqual(['value'])
})

test('a run that went on has not stopped', () => {
  const stop: RunEvent = { type: 'run_stop', stop: { type: 'broken', error: { name: 'E', message: 'm' } }, time: 2 }
  expect(reduce(start, stop)).toMatchObject({ status: 'broken', stoppedAt: 2 })
  const resumed = reduce(start, stop, { type: 'run_resume', time: 3 })
  expect(resumed).toMatchObject({ status: 'running' })
  expect(resumed).not.toHaveProperty('stop')
})

test('what was withdrawn, and what was said, keep their places', () => {
  const said: RunEvent = { type: 'emission', kind: 'log', level: 'info', message: 'hello' }
  expect(states(start, ask('0'), said, ask('1'), { type: 'effect_withdraw', at: '0' })).toEqual([
    'halted',
    'hello',
    'asked',
  ])
})

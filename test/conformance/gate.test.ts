import { expect, test } from 'vitest'
import { type Check, judge, toReport } from './gate.ts'
import type { Suite } from './suites.ts'

const suite: Suite = { name: 'a suite', program: '', args: [], scenarios: 1, successes: 1 }
const success: Check = { id: 'works', status: 'SUCCESS' }
const problemsWith = (...checks: Check[]) => judge(suite, [{ name: 'one', checks: [success, ...checks] }]).problems

test('a suite whose checks succeed has no problems', () => {
  expect(problemsWith()).toEqual([])
})

test.each(['FAILURE', 'WARNING'] as const)('a %s is a problem, with its message', (status) => {
  expect(problemsWith({ id: 'x', status, errorMessage: 'because' })).toEqual([`one: x: ${status} because`])
})

test('a skipped check is a problem, unless the suite never makes it', () => {
  expect(problemsWith({ id: 'tasks-status-notifications', status: 'SKIPPED' })).toEqual([])
  expect(problemsWith({ id: 'sep-2640-skills-list-implemented', status: 'SKIPPED' })).toHaveLength(1)
  expect(problemsWith({ id: 'tasks-wire', status: 'SKIPPED' })).toEqual([
    'one: tasks-wire: was skipped: the suite does not say why',
  ])
})

test('INFO is a problem where it hides a missing feature', () => {
  expect(problemsWith({ id: 'trace', status: 'INFO' })).toEqual([])
  expect(problemsWith({ id: 'server-sse-disconnect-resume', status: 'INFO' })).toHaveLength(1)
})

test('a scenario that broke down is a problem', () => {
  expect(judge(suite, [{ name: 'one', checks: undefined }]).problems).toContain('one: broke down and left no checks')
})

test('a scenario or a check that is gone is a problem', () => {
  expect(judge(suite, []).problems).toEqual(['0 scenarios ran, expected 1', '0 checks succeeded, expected at least 1'])
})

test('a scenario that took the place of another one is a problem, where the scenarios are named', () => {
  const named: Suite = { ...suite, scenarios: ['one'] }
  expect(judge(named, [{ name: 'one', checks: [success] }]).problems).toEqual([])
  const replaced = judge(named, [{ name: 'other', checks: [success] }])
  expect(replaced.problems).toEqual(['one: did not run', 'other: is not expected'])
})

test('the report has a line for each suite, and every problem', () => {
  const verdict = judge(suite, [{ name: 'one', checks: [success, { id: 'x', status: 'FAILURE' }] }])
  expect(toReport([verdict]).split('\n')).toEqual([
    'suite    scenarios  success  info  skipped  warning  failure',
    'a suite  1          1        0     0        0        1        1 problems',
    'a suite: one: x: FAILURE',
  ])
})

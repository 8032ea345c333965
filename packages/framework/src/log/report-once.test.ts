import { expect, test } from 'vitest'
import { createReportOnce } from './report-once.ts'

test('an error is reported once for each message, or for each key', () => {
  const reported: unknown[] = []
  const report = createReportOnce((error) => reported.push(error))
  const [first, second] = [new Error('one'), new Error('two')]
  for (const error of [first, second, new Error('one')]) report(error)
  expect(reported).toEqual([first, second])
  report(first, 'run 1')
  report(first, 'run 1')
  report(first, 'run 2')
  expect(reported).toEqual([first, second, first, first])
})

import { expect, test } from 'vitest'
import { split } from './fixtures/debates.ts'
import { readTranscript } from './read-report.ts'

test('a round of the transcript has its own context, statements and requests only', () => {
  const [first, second] = readTranscript(split())
  expect(first).toMatchObject({ number: 1, given: [], requests: [{ id: 'req_1' }], isOpen: false })
  expect(first!.ballots).toHaveLength(4)
  expect(first!.responses.every(({ round }) => round === 1)).toBe(true)
  expect(second).toMatchObject({
    focusQuestion: 'What about people who have just begun?',
    given: [{ id: 'req_1', answer: { success: false } }],
    requests: [],
    ballots: [],
  })
  expect(second!.responses).toHaveLength(4)
})

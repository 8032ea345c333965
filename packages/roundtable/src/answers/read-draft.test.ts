import { expect, test } from 'vitest'
import { readDraft } from './read-draft.ts'

test('a statement that is still being written shows its position and the reasoning so far', () => {
  expect(readDraft('{"position": "Tea.", "stance": "support", "reasoning": "It is ch')).toBe('Tea.\n\nIt is ch')
})

test.for(['', 'Well', '{"position": "Te', '{"position": "Tea."}', '{"working": "Tea', '[1'])(
  '%o shows nothing',
  (text) => {
    expect(readDraft(text)).toBeUndefined()
  },
)

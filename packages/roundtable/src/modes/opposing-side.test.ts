import { describe, expect, test } from 'vitest'
import type { Statement } from '../session/response.ts'
import type { Role } from '../session/seat.ts'
import { MODES } from './index.ts'
import { findOpposingSide } from './opposing-side.ts'

const role = (stance?: Role['stance']): Role => ({ name: 'Speaker', instruction: 'Speak.', ...(stance && { stance }) })

const saying = (given: Partial<Statement>): Statement => ({
  position: 'It should be done.',
  reasoning: 'Because.',
  keyPoints: [],
  citations: [],
  agreesWith: [],
  ...given,
})

describe('a departure from the side of a role', () => {
  test('is found in the stance', () => {
    expect(findOpposingSide(saying({ stance: 'support' }), role('oppose'))).toBe(
      'The role “Speaker” has it argue oppose; it took the stance support.',
    )
  })

  test.each(['Yes', 'yes, with limits', 'Approve it', 'In favor'])('is found in the answer %j', (answer) => {
    expect(findOpposingSide(saying({ answer }), role('oppose'))).toContain(`it answered “${answer}”`)
    expect(findOpposingSide(saying({ answer }), role('support'))).toBeUndefined()
  })

  test.each(['No', 'Not yet', 'reject'])('is found in the answer %j, on the other side', (answer) => {
    expect(findOpposingSide(saying({ answer, stance: 'support' }), role('support'))).toContain(answer)
    expect(findOpposingSide(saying({ answer }), role('oppose'))).toBeUndefined()
  })

  test.each([{}, { stance: 'neutral' as const }, { answer: 'tram' }, { answer: 'Nordic model' }])(
    'is not seen in %j',
    (given) => {
      expect(findOpposingSide(saying(given), role('support'))).toBeUndefined()
      expect(findOpposingSide(saying(given), role('oppose'))).toBeUndefined()
    },
  )

  test('needs a side', () => {
    expect(findOpposingSide(saying({ stance: 'support' }), role())).toBeUndefined()
    expect(findOpposingSide(saying({ stance: 'support' }), role('neutral'))).toBeUndefined()
  })

  test('changes nothing of what was said', () => {
    const said = Object.freeze(saying({ stance: 'support' }))
    findOpposingSide(said, role('oppose'))
    expect(said).toEqual(saying({ stance: 'support' }))
  })
})

test('every mode whose roles have a side reports it', () => {
  for (const mode of MODES) {
    const hasSides = mode.assignRoles(4, []).some(({ stance }) => stance !== undefined)
    expect('findViolation' in mode).toBe(hasSides)
  }
})

import { expect, test } from 'vitest'
import { toDuration } from './to-duration.ts'

test.each([
  ['07:40', '10:55', '3 h 15 min'],
  ['23:30', '00:15', '0 h 45 min'],
])('from %s to %s it is %s', (departs, arrives, duration) => expect(toDuration(departs, arrives)).toBe(duration))

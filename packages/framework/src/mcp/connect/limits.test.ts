import { expect, test } from 'vitest'
import { toLimits } from './limits.ts'

test('a limit that is not given keeps its default', () => {
  const given = { message: undefined, tools: 3 } as object
  expect(toLimits(given)).toMatchObject({ message: 28 * 1024 * 1024, tools: 3, schema: {} })
})

test('a limit that does not exist, or is no number, is refused by name', () => {
  expect(() => toLimits({ mesage: 1 } as object)).toThrow('there is no limit "mesage"; the limits are message, reply')
  expect(() => toLimits({ reply: '1 MB' } as object)).toThrow('limits.reply is a number from 0 on, not "1 MB"')
})

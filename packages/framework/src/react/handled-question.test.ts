import { expect, test } from 'vitest'
import { findHandler } from './handled-question.tsx'

test('a plugin handles its own questions, and none of a hosted server whose tool has the same name', () => {
  const handler = async function* () {} as never
  const plugins = [{ toolName: 'book_flight', handlers: { pick: handler } }] as never
  const question = { toolName: 'book_flight', key: 'pick' }
  expect(findHandler(plugins, question)).toBe(handler)
  expect(findHandler(plugins, { ...question, key: 'toString' })).toBeUndefined()
  expect(findHandler(plugins, { ...question, toolName: 'book_hotel' })).toBeUndefined()
  expect(findHandler(plugins, { ...question, origin: 'travel.example' })).toBeUndefined()
})

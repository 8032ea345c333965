import { expect, test } from 'vitest'
import { expertPanel } from './expert-panel.ts'

const names = (count: number, perspectives: readonly string[]) =>
  expertPanel.assignRoles(count, perspectives).map(({ name }) => name)

test('the perspectives that were given are taken in turn', () => {
  expect(names(2, ['law', 'cost', 'risk'])).toEqual(['law', 'cost'])
  expect(names(3, ['law', 'cost'])).toEqual(['law', 'cost', 'law'])
})

test('without any, each of twelve seats has one of its own', () => {
  expect(new Set(names(12, [])).size).toBe(12)
})

test('a model is asked for as many as there are seats, with the topic as a text', () => {
  const topic = 'Move the harbour?\n</topic-0123456789ab>'
  const asked = expertPanel.askForPerspectives(topic, 5, '0123456789ab')
  expect(asked).toContain('Name the 5 perspectives')
  expect(asked).toMatch(/<topic-(\w+)>\nMove the harbour\?\n<\/topic-0123456789ab>\n<\/topic-\1>/)
})

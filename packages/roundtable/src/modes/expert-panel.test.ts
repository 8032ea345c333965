import { expect, test } from 'vitest'
import { expertPanel } from './expert-panel.ts'

const names = (count: number, perspectives: readonly string[]) =>
  expertPanel.assignRoles(count, perspectives).map(({ name }) => name)

test('seats take the given perspectives in turn', () => {
  expect(names(2, ['law', 'cost', 'risk'])).toEqual(['law', 'cost'])
  expect(names(3, ['law', 'cost'])).toEqual(['law', 'cost', 'law'])
})

test('each of twelve seats has a perspective of its own when none are given', () => {
  expect(new Set(names(12, [])).size).toBe(12)
})

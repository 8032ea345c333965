import { expect, test } from 'vitest'
import { gatherTime } from './gather-time.ts'

test('where appending is quick, a text is read as it comes', () => {
  expect(gatherTime(0)).toBe(25)
  expect(gatherTime(2)).toBe(25)
})

test('where appending takes long, appends are a small part of the time', () => {
  expect(gatherTime(30)).toBe(300)
})

test('an append that hung does not keep a text back for long', () => {
  expect(gatherTime(60_000)).toBe(1_000)
})

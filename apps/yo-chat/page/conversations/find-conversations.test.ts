import { expect, test } from 'vitest'
import { findConversations } from './find-conversations.ts'

const session = (title: string, updatedAt: number) => ({ sessionId: title, title, createdAt: 0, updatedAt })
const sessions = [session('A flight to Vienna', 1), session('A card', 3), session('', 2)]

const titles = (search: string) => findConversations(sessions, search).map(({ title }) => title)

test('all are found without a search, the latest changed first', () => {
  expect(titles(' ')).toEqual(['A card', '', 'A flight to Vienna'])
})

test('a conversation is found by any words of its title, in any order and case', () => {
  expect(titles('vienna FLIGHT')).toEqual(['A flight to Vienna'])
  expect(titles('vienna card')).toEqual([])
})

test('one without a title is found by what is shown in its place', () => {
  expect(titles('new')).toEqual([''])
})

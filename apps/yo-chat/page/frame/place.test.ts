import { expect, test } from 'vitest'
import { decode, toChatPath, toDebatePath, toNewDebatePath, toPlace } from './place.ts'

test.each([
  ['/', { type: 'chat', sessionId: undefined }],
  ['/c/a%2Fb', { type: 'chat', sessionId: 'a/b' }],
  ['/c/%E0%A4%A', { type: 'unknown' }],
  ['/c', { type: 'unknown' }],
  ['/nowhere', { type: 'unknown' }],
  ['/inbox/1', { type: 'unknown' }],
  ['/debates/1/2', { type: 'unknown' }],
  ['/settings/1', { type: 'unknown' }],
  ['/inbox', { type: 'inbox' }],
  ['/settings', { type: 'settings' }],
  ['/debates', { type: 'debates' }],
  ['/debates/', { type: 'debates' }],
  ['/debates/new', { type: 'new-debate' }],
  ['/debates/1-2', { type: 'debate', sessionId: '1-2' }],
] as const)('%s is a place', (path, place) => {
  expect(toPlace(path)).toEqual(place)
})

test('an address leads to the place that it was made for', () => {
  expect(toPlace(toChatPath('a b/c'))).toEqual({ type: 'chat', sessionId: 'a b/c' })
  expect(toPlace(toChatPath(undefined))).toEqual({ type: 'chat', sessionId: undefined })
  expect(toPlace(toDebatePath('a b/c'))).toEqual({ type: 'debate', sessionId: 'a b/c' })
  const { pathname, searchParams } = new URL(toNewDebatePath('Cats & dogs?'), 'http://page')
  expect(toPlace(pathname)).toEqual({ type: 'new-debate' })
  expect(searchParams.get('topic')).toBe('Cats & dogs?')
})

test('a part of an address that is no encoded text is not decoded', () => {
  expect([decode('a%20b'), decode('%')]).toEqual(['a b', undefined])
})

import { expect, test } from 'vitest'
import { type ChatState, emptyState } from '../chat/state.ts'
import { Told } from './tell.ts'

const saying = (text: string): ChatState => ({
  ...emptyState,
  messages: [
    {
      messageId: 'm',
      role: 'assistant',
      content: [{ type: 'text', text }],
      status: 'streaming',
      timestamp: 0,
      turn: 1,
    },
  ],
})

const tell = (told: Told, text: string) =>
  [...told.next(saying(text))].map(({ content }) => (content as { text: string }).text)

test('a second attempt that says the same goes on where the first one ended', () => {
  const told = new Told()
  expect(tell(told, 'one two ')).toEqual(['one two '])
  expect([...tell(told, ''), ...tell(told, 'one '), ...tell(told, 'one two ')]).toEqual([])
  expect(tell(told, 'one two three')).toEqual(['three'])
})

test('a second attempt that says something else is told below the first one', () => {
  const told = new Told()
  tell(told, 'one two ')
  expect([...tell(told, 'one '), ...tell(told, 'one six')]).toEqual(['\n\none six'])
})

test('a message of the editor and a state that it knows are not told', () => {
  const told = new Told()
  told.skip(saying('one'))
  expect(tell(told, 'one two')).toEqual([' two'])
  told.skipMessage('u', ['Hi'])
  const state = saying('one two')
  const sent = { messageId: 'u', role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }
  const messages = [...state.messages, { ...sent, status: 'queued' as const, timestamp: 0 }]
  expect([...told.next({ ...state, messages })]).toEqual([])
})

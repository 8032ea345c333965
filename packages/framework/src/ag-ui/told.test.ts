import { expect, test } from 'vitest'
import { type ChatState, emptyState, type MessageStatus } from '../chat/state.ts'
import { Told } from './told.ts'

const saying = (text: string, status: MessageStatus = 'streaming'): ChatState => ({
  ...emptyState,
  messages: [{ messageId: 'm', role: 'assistant', content: [{ type: 'text', text }], status, timestamp: 0, turn: 1 }],
})

const tell = (told: Told, state: ChatState) =>
  [...told.next(state)].map((event) => ('delta' in event ? event.delta : event.type))

test('a text is told piece by piece, and a repeated state tells nothing', () => {
  const told = new Told(1, undefined)
  expect(tell(told, saying('one '))).toEqual(['TEXT_MESSAGE_START', 'one '])
  expect(tell(told, saying('one '))).toEqual([])
  expect(tell(told, saying('one two', 'complete'))).toEqual(['two', 'TEXT_MESSAGE_END'])
  expect(tell(told, saying('one two', 'complete'))).toEqual([])
})

test('a second attempt replaces the text of the first one by a snapshot without the message', () => {
  const told = new Told(1, undefined)
  tell(told, saying('one two '))
  expect(tell(told, saying(''))).toEqual([])
  const events = [...told.next(saying('six '))]
  expect(events.map(({ type }) => type)).toEqual([
    'TEXT_MESSAGE_END',
    'MESSAGES_SNAPSHOT',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
  ])
  expect(events[1]).toEqual({ type: 'MESSAGES_SNAPSHOT', messages: [] })
  expect(tell(told, saying('six seven', 'complete'))).toEqual(['seven', 'TEXT_MESSAGE_END'])
})

test('what the client has from a snapshot is not told again', () => {
  const told = new Told(1, saying('one '))
  expect(tell(told, saying('one '))).toEqual([])
  expect(tell(told, saying('one two'))).toEqual(['TEXT_MESSAGE_START', 'two'])
  expect([...told.close()].map(({ type }) => type)).toEqual(['TEXT_MESSAGE_END'])
})

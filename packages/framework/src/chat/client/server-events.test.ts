import { expect, test } from 'vitest'
import { ServerEventParser } from './server-events.ts'

const text =
  ': hello\n\nid: 1\ndata: {"a":"ü€😀"}\n\nid:2\r\ndata:  b\r\ndata\r\nretry: 5\r\n\r\nevent: x\rid: 3\rdata: c:d\r\r: \n\nid: 4\n\n'
const events = [
  { id: '1', data: '{"a":"ü€😀"}' },
  { id: '2', data: ' b\n' },
  { id: '3', data: 'c:d' },
]
const bytes = new TextEncoder().encode(text)

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'events are the same when they come in pieces of %i bytes',
  (size) => {
    const parser = new ServerEventParser()
    const found = []
    for (let at = 0; at < bytes.length; at += size) found.push(...parser.push(bytes.subarray(at, at + size)))
    expect(found).toEqual(events)
  },
)

test('an event is given as soon as it has ended, and not before', () => {
  const parser = new ServerEventParser()
  const encoder = new TextEncoder()
  expect(parser.push(encoder.encode('id: 7\ndata: x\n'))).toEqual([])
  expect(parser.push(encoder.encode('\n'))).toEqual([{ id: '7', data: 'x' }])
})

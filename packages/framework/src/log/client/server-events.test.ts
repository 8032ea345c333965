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

test('a line of megabytes that comes in small pieces is read once', () => {
  const parser = new ServerEventParser()
  const large = new TextEncoder().encode(`id: 1\ndata: ${'x'.repeat(8_000_000)}\n\n`)
  const began = performance.now()
  const found = []
  for (let at = 0; at < large.length; at += 4_096) found.push(...parser.push(large.subarray(at, at + 4_096)))
  expect(found.map(({ data }) => data.length)).toEqual([8_000_000])
  expect(performance.now() - began).toBeLessThan(2_000)
})

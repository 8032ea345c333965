import { expect, test } from 'vitest'
import { readEvents } from './server-events.ts'

async function readAll(chunks: readonly Uint8Array[]) {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events = []
  for await (const some of readEvents(stream)) events.push(...some)
  return events
}

test('events are the same wherever the stream is cut, in the middle of a letter too', async () => {
  const bytes = new TextEncoder().encode('id: 1\ndata: {"a":"ö🙂"}\n\n: \n\nid: 2\ndata: {}\n\n')
  const expected = [
    { id: '1', data: '{"a":"ö🙂"}' },
    { id: '2', data: '{}' },
  ]
  for (let cut = 0; cut <= bytes.length; cut++) {
    expect(await readAll([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected)
  }
})

test('an event that broke off is none', async () => {
  expect(await readAll([new TextEncoder().encode('id: 1\ndata: {"a"')])).toEqual([])
})

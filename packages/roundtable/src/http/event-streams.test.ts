import { createMemoryStore, type SessionLog } from '@sweatpants/framework/chat'
import { beforeEach, expect, test } from 'vitest'
import { EventStreams, type EventStreamsOptions } from './event-streams.ts'

let log: SessionLog<string>
let watchers: number
let reads: number
let errors: unknown[]

beforeEach(async () => {
  const kept = createMemoryStore().log<string>('test')
  watchers = 0
  reads = 0
  errors = []
  log = {
    ...kept,
    read(...asked) {
      reads++
      return kept.read(...asked)
    },
    watch(sessionId, listener) {
      watchers++
      const stop = kept.watch(sessionId, listener)
      return () => {
        watchers--
        stop()
      }
    },
  }
  await log.create('s', { about: {}, events: ['first'] })
})

const append = (...events: string[]) => log.append('s', { events })

function open(after = 0, options: Partial<EventStreamsOptions<string>> = {}) {
  const { signal } = new AbortController()
  const onError = (error: unknown) => errors.push(error)
  const streams = new EventStreams({ log, limit: 10, heartbeat: 60_000, signal, onError, ...options })
  return { streams, reader: streams.open('s', after).getReader() }
}

async function take(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | undefined> {
  const { done, value } = await reader.read()
  return done ? undefined : new TextDecoder().decode(value)
}

test('a reader is given what is there, then what is appended, and nothing is read before it asks', async () => {
  const { reader } = open()
  await append('second')
  expect(reads).toBe(0)
  expect(await take(reader)).toBe('id: 1\ndata: "first"\n\nid: 2\ndata: "second"\n\n')
  await append('third', 'fourth')
  expect(reads).toBe(1)
  expect(await take(reader)).toBe('id: 3\ndata: "third"\n\nid: 4\ndata: "fourth"\n\n')
  await reader.cancel()
})

test('a silent stream gives signs of life, and loses nothing that comes between two of them', async () => {
  const { reader } = open(1, { heartbeat: 1 })
  expect([await take(reader), await take(reader)]).toEqual([': \n\n', ': \n\n'])
  await append('second')
  await append('third')
  let text = ''
  while (!text.includes('third')) text += await take(reader)
  expect(text.replaceAll(': \n\n', '')).toBe('id: 2\ndata: "second"\n\nid: 3\ndata: "third"\n\n')
  await reader.cancel()
})

test('a reader that leaves is no longer listened for, whether it waits or not', async () => {
  const waiting = open(1)
  const next = take(waiting.reader)
  const idle = open(0)
  await take(idle.reader)
  expect(watchers).toBe(2)
  await Promise.all([waiting.reader.cancel(), idle.reader.cancel()])
  expect([watchers, await next]).toEqual([0, undefined])
  expect(errors).toEqual([])
})

test('all streams end when the server goes down, and no more are opened', async () => {
  const closing = new AbortController()
  const { reader, streams } = open(1, { signal: closing.signal })
  const next = take(reader)
  closing.abort()
  expect([await next, watchers]).toEqual([undefined, 0])
  expect(() => streams.open('s', 0)).toThrow('shutting down')
})

test('more streams than there may be are refused, until one of them leaves', async () => {
  const { reader, streams } = open(0, { limit: 1 })
  await take(reader)
  expect(() => streams.open('s', 0)).toThrow('1 streams are open')
  await reader.cancel()
  await streams.open('s', 0).cancel()
})

test('a stream ends when the log cannot be read, and it is told', async () => {
  const { reader } = open(1)
  const next = take(reader)
  log.read = () => Promise.reject(new Error('the disk is gone'))
  await append('second')
  expect(await next).toBeUndefined()
  expect(errors).toEqual([new Error('the disk is gone')])
})

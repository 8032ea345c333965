import { describe, expect, it } from 'vitest'
import type { Traits } from '../../http/backlog.ts'
import { EventLog, fromEventId, toEventId } from './event-log.ts'

const MESSAGE = {}
const NOTIFICATION = { mayBeLost: true }

const append = (log: EventLog, stream: number, text: string, traits: Traits) => {
  const event = log.number(stream, text)
  log.keep(event, traits)
  return event
}

const texts = (log: EventLog, stream: number, seq = 0) => log.after(stream, seq).map(({ text }) => text)

describe('the event log of a session', () => {
  it('returns the events of one stream after an event, in order', () => {
    const log = new EventLog()
    append(log, 1, 'a', MESSAGE)
    const { seq } = append(log, 1, 'b', NOTIFICATION)
    append(log, 2, 'other', MESSAGE)
    append(log, 1, 'c', NOTIFICATION)
    append(log, 1, 'd', MESSAGE)
    expect(texts(log, 1)).toEqual(['a', 'b', 'c', 'd'])
    expect(texts(log, 1, seq)).toEqual(['c', 'd'])
  })

  it('drops notifications first, then the oldest messages, and never the newest message', () => {
    const log = new EventLog(10)
    append(log, 1, 'question', MESSAGE)
    append(log, 1, 'no', NOTIFICATION)
    append(log, 1, 'yes', MESSAGE)
    expect(texts(log, 1)).toEqual(['yes'])
    append(log, 1, 'progress', NOTIFICATION)
    expect(texts(log, 1)).toEqual(['yes'])
    append(log, 1, 'go', NOTIFICATION)
    append(log, 1, '12345', MESSAGE)
    expect(texts(log, 1)).toEqual(['yes', 'go', '12345'])
    append(log, 1, 'x', MESSAGE)
    expect(texts(log, 1)).toEqual(['yes', '12345', 'x'])
    append(log, 1, 'longer than all of it', MESSAGE)
    expect(texts(log, 1)).toEqual(['longer than all of it'])
  })

  it('keeps the newest of events with the same key', () => {
    const log = new EventLog()
    for (let i = 0; i < 1_000; i++) append(log, 1, `progress ${i}`, { key: 'progress', mayBeLost: true })
    expect(texts(log, 1)).toEqual(['progress 999'])
  })

  it('names events by stream and number, and takes no other name', () => {
    expect(fromEventId(toEventId(3, 17))).toEqual({ stream: 3, seq: 17 })
    for (const request of [0, 12, 'a-1', '"é"']) {
      expect(fromEventId(toEventId(3, 17, request))).toEqual({ stream: 3, seq: 17, request })
    }
    for (const id of ['', '3', '3-', '-3', '3-x', '3-1-1', ' 3-1', `1-${'9'.repeat(40)}`]) {
      expect(fromEventId(id)).toBeUndefined()
    }
  })
})

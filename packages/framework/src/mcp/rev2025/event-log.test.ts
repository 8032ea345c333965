import { describe, expect, it } from 'vitest'
import { EventLog, fromEventId, toEventId } from './event-log.ts'

const texts = (log: EventLog, stream: number, seq = 0) => log.after(stream, seq).map(({ text }) => text)

describe('the event log of a session', () => {
  it('returns the events of one stream after an event, in order', () => {
    const log = new EventLog()
    log.append(1, 'a', 'message')
    const { seq } = log.append(1, 'b', 'notification')
    log.append(2, 'other', 'message')
    log.append(1, 'c', 'notification')
    log.append(1, 'd', 'message')
    expect(texts(log, 1)).toEqual(['a', 'b', 'c', 'd'])
    expect(texts(log, 1, seq)).toEqual(['c', 'd'])
  })

  it('forgets notifications first, then the oldest, and never the newest', () => {
    const log = new EventLog(10)
    log.append(1, 'question', 'message')
    log.append(1, 'no', 'notification')
    log.append(1, 'yes', 'message')
    expect(texts(log, 1)).toEqual(['yes'])
    log.append(1, 'progress', 'notification')
    expect(texts(log, 1)).toEqual(['progress'])
    log.append(1, 'ok', 'message')
    log.append(1, 'go', 'notification')
    log.append(1, '123456', 'message')
    expect(texts(log, 1)).toEqual(['ok', 'go', '123456'])
    log.append(1, 'x', 'message')
    expect(texts(log, 1)).toEqual(['ok', '123456', 'x'])
    log.append(1, 'longer than all of it', 'message')
    expect(texts(log, 1)).toEqual(['longer than all of it'])
  })

  it('names events by stream and number, and takes no other name', () => {
    expect(fromEventId(toEventId(3, 17))).toEqual({ stream: 3, seq: 17 })
    for (const id of ['', '3', '3-', '-3', '3-x', '3-1-1', ' 3-1', `1-${'9'.repeat(40)}`]) {
      expect(fromEventId(id)).toBeUndefined()
    }
  })
})

import type { Patch } from '@sweatpants/framework/chat'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Outcome, soak } from './chat-nodes/soak.ts'
import type { Trace } from './chat-nodes/trail.ts'

/** `npm run test:soak` takes its time. */
const isSoak = process.env.MODE === 'soak'
const { SEED = `${Date.now() % 1_000_000}`, SECONDS = isSoak ? '300' : '15' } = process.env
const seconds = Number(SECONDS)

/** Why an answer may be refused: another came first, or what had asked for it was stopped. */
const TOO_LATE = ['question_closed', 'question_not_found', 'approval_closed', 'call_not_found']

const commandOf = (event: Patch): string | undefined => ('commandId' in event ? event.commandId : undefined)

describe(`200 sessions on three nodes that are killed, stopped and frozen (SEED=${SEED})`, () => {
  let outcome: Outcome
  let traces: Map<string, Trace[]>
  beforeAll(
    async () => {
      outcome = await soak({ seed: Number(SEED), seconds, nodes: 3, sessions: 200 })
      traces = Map.groupBy(outcome.trail, ({ sessionId }) => sessionId)
      console.log(outcome.summary)
    },
    (seconds + 120) * 1_000,
  )

  test('every command that was acknowledged is in the log where its acknowledgement says, and no other is', () => {
    const { sent, logs } = outcome
    const places = Map.groupBy([...logs.values()].flat(), ({ event }) => commandOf(event))
    const wrong = sent.filter(({ commandId, answer }) => {
      const found = places.get(commandId)?.map(({ lsn }) => lsn) ?? []
      return typeof answer === 'number' ? found.length !== 1 || found[0] !== answer : found.length > 0
    })
    expect(wrong).toEqual([])
    const acknowledged = sent.filter(({ answer }) => typeof answer === 'number').length
    expect(places.size - 1).toBe(acknowledged)
    expect(acknowledged).toBeGreaterThan(0)
    expect(sent.filter(({ answer }) => typeof answer === 'string' && !TOO_LATE.includes(answer))).toEqual([])
  })

  test('one process drives a session at a time: what its driver wrote carries the last fence, and comes from who was given it', () => {
    for (const [sessionId, log] of outcome.logs) {
      let head = 1
      let driver: { fence: number; process: string } | undefined
      for (const trace of traces.get(sessionId) ?? []) {
        const { type, process } = trace
        if (type === 'acquired') {
          expect(trace.fence).toBeGreaterThan(driver?.fence ?? 0)
          driver = { fence: trace.fence, process }
        }
        if (type === 'fenced') expect(trace.fence).toBeLessThan(driver!.fence)
        if (type !== 'appended') continue
        expect(trace.first).toBe(head + 1)
        const written = log.slice(head, trace.last)
        head = trace.last
        if (trace.commandId === null) expect({ fence: trace.fence, process }).toEqual(driver)
        expect(written.findLast(({ event }) => commandOf(event))?.event).toEqual(
          trace.commandId === null ? undefined : expect.objectContaining({ commandId: trace.commandId }),
        )
      }
      expect(head).toBe(log.length)
    }
  })

  test('every reader has been given the whole log, in its order, whichever nodes it was on', () => {
    for (const { sessionId, seen, wrong } of outcome.readers) {
      expect(wrong).toEqual([])
      const stored = outcome.logs.get(sessionId)!.map(({ event }) => JSON.stringify(event))
      // As one text: to compare them deeply takes longer than all the rest.
      if (seen.join('\n') !== stored.join('\n')) expect(seen).toEqual(stored)
    }
  })

  test('every turn ends once, and none fails', () => {
    for (const log of outcome.logs.values()) {
      const turns = log.flatMap(({ event }) => (event.type === 'turn_start' ? [event.turn] : []))
      const ends = log.flatMap(({ event }) => (event.type === 'turn_end' ? [event] : []))
      expect(ends.map(({ turn }) => turn)).toEqual(turns)
      expect(ends.filter(({ reason }) => reason !== 'complete' && reason !== 'aborted')).toEqual([])
    }
  })

  test('every session is let go, and nothing is left of its runs', () => {
    expect(outcome.left).toEqual({ due: [], journals: [] })
  })

  test('a question is answered once', () => {
    for (const log of outcome.logs.values()) {
      const answers = log.flatMap(({ event }) => (event.type === 'elicit_response' ? [event.elicitId] : []))
      expect(answers).toEqual([...new Set(answers)])
    }
  })

  test('a step whose outcome is recorded does not run for who drives after that, and runs once for each who drives before', () => {
    const steps = outcome.trail.filter(({ type }) => type === 'ran')
    expect(steps.length).toBeGreaterThan(0)
    const again = [...traces.values()].flatMap((ofSession) => {
      const recorded = new Set<string>()
      /** What is not to be run any more, by process. */
      const done = new Map<string, Set<string>>()
      return ofSession.filter((trace) => {
        if (trace.type === 'recorded') recorded.add(trace.step)
        if (trace.type === 'acquired') done.set(trace.process, new Set(recorded))
        if (trace.type !== 'ran') return false
        const ofProcess = done.get(trace.process)!
        const isAgain = ofProcess.has(trace.step)
        ofProcess.add(trace.step)
        return isAgain
      })
    })
    expect(again).toEqual([])
  })

  test('no node complains of anything', () => {
    expect(outcome.complaints).toBe('')
  })
})

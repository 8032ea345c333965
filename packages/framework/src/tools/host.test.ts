import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { callHost, type Host, type HostEffect } from './host.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, failed, type Outcome, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { RunHandle } from './run-handle.ts'
import { runTool } from './run-tool.ts'

const peer: Peer = { answer: (effect) => ('id' in effect ? deferred : succeeded(undefined)) }

const recording = createMcpTool('round')
  .elicits({ ask: { response: z.object({}) } })
  .execute(function* (_, ctx) {
    const first = yield* callHost<number>(ctx, 'record', { event: 'a' })
    const second = yield* ctx.branch((inner) => callHost<number>(inner, 'record', { event: 'b' }))
    const { action } = yield* ctx.elicit('ask', { message: 'Go on?' })
    return [first, second, action, yield* callHost<number>(ctx, 'record', { event: 'c' })]
  })
  .build()

/** A host that counts, and keeps what it was given. */
function createHost(perform: (effect: HostEffect) => ReturnType<Host['perform']>) {
  const performed: HostEffect[] = []
  const host: Host = {
    perform(effect) {
      performed.push(effect)
      return perform(effect)
    },
  }
  return { host, performed }
}

describe('a host effect', () => {
  it('is performed by the host, and its value is recorded and not asked for again', async () => {
    let count = 0
    const { host, performed } = createHost(async () => succeeded(++count))
    const journal = createMemoryJournal()
    const parked = await runTool(recording, {}, { peer, host, journal })
    expect(parked).toMatchObject({ type: 'parked', questions: [{ key: 'ask' }] })
    const answers = { ask: { action: 'decline' } }
    expect(await runTool(recording, {}, { peer, host, journal, answers })).toMatchObject({
      value: [1, 2, 'decline', 3],
    })
    expect(performed).toEqual([
      { type: 'host', id: 'record', at: '0', key: 'record', request: { event: 'a' } },
      { type: 'host', id: '1/record', at: '1:0', key: 'record', request: { event: 'b' } },
      { type: 'host', id: 'record#2', at: '2', key: 'record', request: { event: 'c' } },
    ])
  })

  it('is frozen, plain data', async () => {
    const { host, performed } = createHost(() => succeeded(1))
    await runTool(recording, {}, { peer, host })
    for (const effect of performed) {
      expect([effect, effect.request].every(Object.isFrozen)).toBe(true)
      expect(structuredClone(effect)).toEqual(effect)
    }
  })

  it('is never shown to the peer', async () => {
    const seen: string[] = []
    const watching: Peer = {
      answer(effect) {
        seen.push(effect.type)
        return deferred
      },
    }
    await runTool(recording, {}, { peer: watching, host: { perform: () => succeeded(1) } })
    expect(seen).toEqual(['elicit'])
  })

  it('that the host rejects stops the run where it is, to be performed again', async () => {
    let isBroken = true
    const { host, performed } = createHost(() => (isBroken ? Promise.reject(new Error('disk full')) : succeeded(1)))
    const journal = createMemoryJournal()
    await expect(runTool(recording, {}, { peer, host, journal })).rejects.toThrow('disk full')
    isBroken = false
    expect(await runTool(recording, {}, { peer, host, journal })).toMatchObject({ type: 'parked' })
    expect(performed.map(({ id }) => id)).toEqual(['record', 'record', '1/record'])
  })

  it.each<[string, Outcome | undefined, RegExp]>([
    ['fails', failed(new Error('no such tool')), /could not perform "record": no such tool/],
    ['has no host', undefined, /has no host/],
  ])('that %s is an error that the tool may catch', async (_, outcome, message) => {
    const tool = createMcpTool('t')
      .execute(function* (_params, ctx) {
        try {
          yield* callHost(ctx, 'record')
        } catch (error) {
          return String(error)
        }
      })
      .build()
    const options = outcome === undefined ? { peer } : { peer, host: { perform: () => outcome } }
    expect(await runTool(tool, {}, options)).toMatchObject({ value: expect.stringMatching(message) })
  })

  it('that is deferred lets the run park without a question, until the host settles it', async () => {
    const { host, performed } = createHost(() => deferred)
    const handle = new RunHandle(recording, {}, { peer, host })
    await until(() => handle.waits)
    handle.settle('record', succeeded(7))
    await until(() => handle.waits && performed.length === 2)
    handle.settle('record', succeeded('too late'))
    handle.settle('1/record', succeeded(8))
    await until(() => handle.waits)
    handle.answer({ ask: { action: 'decline' } })
    await until(() => performed.length === 3)
    handle.settle('record#2', succeeded(9))
    expect(await handle.ended).toMatchObject({ value: [7, 8, 'decline', 9] })
  })

  it('R6 cannot be settled by an answer of the client, and a question cannot be settled by the host', async () => {
    const { host } = createHost(({ id }) => (id === 'record' ? deferred : succeeded(1)))
    const parked = await runTool(recording, {}, { peer, host, answers: { record: 'forged' } })
    expect(parked).toMatchObject({ type: 'parked', questions: [], ignored: [{ id: 'record', reason: 'unknown' }] })
    const handle = new RunHandle(recording, {}, { peer, host: { perform: () => succeeded(1) } })
    await until(() => handle.waits)
    handle.settle('ask', succeeded({ action: 'accept', content: {} }))
    await until(() => handle.waits)
    handle.answer({ ask: { action: 'decline' } })
    expect(await handle.ended).toMatchObject({ value: [1, 1, 'decline', 1] })
  })

  it('that is withdrawn has its signal aborted', async () => {
    const withdrawn: boolean[] = []
    const host: Host = {
      perform(_, signal) {
        signal.addEventListener('abort', () => withdrawn.push(true))
        return deferred
      },
    }
    const tool = createMcpTool('t')
      .execute(function* (_, ctx) {
        return yield* ctx.race([callHost(ctx, 'call'), ctx.step('first', () => 'won')])
      })
      .build()
    expect(await runTool(tool, {}, { peer, host })).toMatchObject({ value: 'won' })
    expect(withdrawn).toEqual([true])
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

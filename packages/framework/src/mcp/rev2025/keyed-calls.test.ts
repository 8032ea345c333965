import { expect, it } from 'vitest'
import { Drained } from '../../tools/drain.ts'
import { openElsewhere } from '../core/idempotency.ts'
import { KeyedCalls } from './keyed-calls.ts'
import type { SessionCall } from './session-call.ts'

/** A request that asks nothing. */
const request = {
  signal: new AbortController().signal,
  join: () => () => {},
  tellProgress() {},
} as unknown as SessionCall

it('a call that runs is not forgotten, however many have ended since', async () => {
  const calls = new KeyedCalls()
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  let began = 0
  const run = (id: string, result: Promise<Record<string, unknown>> | Record<string, unknown>) =>
    calls.run(id, 'binding', request, async () => {
      if (id === 'slow') began++
      return result
    })
  const first = run('slow', promise)
  for (let i = 0; i < 2_000; i++) await run(`${i}`, {})
  const repeated = run('slow', promise)
  resolve({ ok: true })
  expect([await first, await repeated, began]).toEqual([{ ok: true }, { ok: true }, 1])
})

it('a repeated request is refused when the session of the first one is left', async () => {
  const calls = new KeyedCalls()
  const { promise, reject } = Promise.withResolvers<never>()
  const run = () => calls.run('a', 'binding', request, () => promise)
  const [first, repeated] = [run(), run()]
  reject(new Drained('the call goes on in another process'))
  await expect(first).rejects.toThrow(Drained)
  await expect(repeated).rejects.toThrow(openElsewhere())
  expect(await calls.run('a', 'binding', request, async () => ({ ok: true }))).toEqual({ ok: true })
})

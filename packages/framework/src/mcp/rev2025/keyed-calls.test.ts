import { expect, it } from 'vitest'
import { Drained } from '../../tools/drain.ts'
import { openElsewhere } from '../core/idempotency.ts'
import { KeyedCalls } from './keyed-calls.ts'
import type { SessionCall } from './session-call.ts'

it('a repeated request is refused when the session of the first one is left', async () => {
  const calls = new KeyedCalls()
  // Neither request asks anything.
  const request = {
    signal: new AbortController().signal,
    join: () => () => {},
    tellProgress() {},
  } as unknown as SessionCall
  const { promise, reject } = Promise.withResolvers<never>()
  const run = () => calls.run('a', 'binding', request, () => promise)
  const [first, repeated] = [run(), run()]
  reject(new Drained('the call goes on in another process'))
  await expect(first).rejects.toThrow(Drained)
  await expect(repeated).rejects.toThrow(openElsewhere())
  expect(await calls.run('a', 'binding', request, async () => ({ ok: true }))).toEqual({ ok: true })
})

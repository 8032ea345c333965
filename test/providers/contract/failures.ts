import { setImmediate } from 'node:timers/promises'
import type { ReplyPart } from '@sweatpants/framework/models'
import { describe, expect, test } from 'vitest'
import { serveWire } from '../wire-server.ts'
import { BODY, failure, HELLO, PARTS, type ProviderUnderTest, SPOKEN, stage } from './scene.ts'

/** How it fails, in our words. */
export function fails(name: string, provider: ProviderUnderTest): void {
  const { wire } = provider

  describe(`${name} fails`, () => {
    test.each(['ask', 'stream'] as const)('with the time to wait when it is limited, to %s', (way) =>
      stage(provider, async (on) => {
        on.server.script({ type: 'status', status: 429, headers: { 'retry-after': '7' } })
        expect(await failure(on[way](HELLO))).toMatchObject({ code: 'limited', retryAfter: 7000 })
      }),
    )

    test.each([
      [400, 'invalid'],
      [401, 'configuration'],
      [403, 'configuration'],
      [404, 'configuration'],
      [500, 'unavailable'],
      [503, 'unavailable'],
      [529, 'unavailable'],
    ])('with status %i, which is %s', (status, code) =>
      stage(provider, async ({ server, ask, stream }) => {
        server.script({ type: 'status', status }, { type: 'status', status })
        expect(await failure(ask(HELLO))).toMatchObject({ code, message: expect.stringContaining(String(status)) })
        expect(await failure(stream(HELLO))).toMatchObject({ code })
      }),
    )

    test('when no server listens', async () => {
      const server = await serveWire(wire)
      await server[Symbol.asyncDispose]()
      const model = await provider.model(server.baseUrl)
      const { signal } = new AbortController()
      expect(await failure(model.answer(HELLO, { signal }))).toMatchObject({ code: 'unavailable' })
      expect(await failure(model.answer(HELLO, { signal, onPart() {} }))).toMatchObject({ code: 'unavailable' })
    })

    test('with what cannot be read', () =>
      stage(provider, async ({ server, ask, stream }) => {
        server.script({ type: 'malformed' }, { type: 'malformed' })
        expect(await failure(ask(HELLO))).toMatchObject({ code: 'malformed' })
        await failure(stream(HELLO))
      }))

    test('when it is cut off in the middle of what was heard', () =>
      stage(provider, async ({ server, model }) => {
        const said = { text: SPOKEN }
        const after = 1 + wire.pieces(said, BODY).findIndex((piece) => piece.includes('beta'))
        server.script({ type: 'cut', said, after })
        const parts: ReplyPart[] = []
        const heard = Promise.withResolvers<void>()
        server.before = ({ type }) => (type === 'cut' ? heard.promise : undefined)
        const onPart = (part: ReplyPart) => {
          if (parts.push(part) === 2) heard.resolve()
        }
        const { signal } = new AbortController()
        expect(await failure(model.answer(HELLO, { signal, onPart }))).toMatchObject({ code: 'interrupted' })
        expect(parts).toEqual(PARTS.slice(0, 2))
      }))

    test('when it is cut off before anything was heard', () =>
      stage(provider, async ({ server, ask, stream }) => {
        const cut = { type: 'cut', said: { text: SPOKEN }, after: 0 } as const
        server.script(cut, cut)
        server.before = async ({ type }) => type === 'cut' && (await turnsOfTheLoop(5))
        // Whether the client has seen by then that an answer began makes the difference.
        const code = expect.stringMatching(/^(unavailable|interrupted)$/)
        expect(await failure(ask(HELLO))).toMatchObject({ code })
        expect(await failure(stream(HELLO))).toMatchObject({ code })
      }))
  })
}

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}

import { describe, expect, test } from 'vitest'
import { serveFromThread } from '../thread-server.ts'
import { BODY, HELLO, type ProviderUnderTest, SPOKEN, say, stage } from './scene.ts'

/** Aborting closes the connection. */
export function isHalted(name: string, provider: ProviderUnderTest): void {
  const { wire } = provider

  describe(`${name} is halted`, () => {
    const REASON = new Error('enough')
    const pieces = wire.pieces({ text: SPOKEN }, BODY)
    const untilAlpha = pieces.slice(0, 1 + pieces.findIndex((piece) => piece.includes('alpha'))).join('')
    const half = wire.whole({ text: SPOKEN }, BODY).slice(0, 20)
    const { stream, whole } = wire.contentType

    test.each([
      ['before its first byte', whole, '', {}],
      ['before its first byte, by who would listen', stream, '', { onPart() {} }],
      ['in the middle of its answer', whole, half, {}],
      ['after its first piece', stream, pieces[0]!, { onPart() {} }],
    ])('%s', async (_when, contentType, bytes, listener) => {
      await using server = await serveFromThread(contentType, bytes)
      const model = await provider.model(server.baseUrl)
      const controller = new AbortController()
      const answer = model.answer(HELLO, { signal: controller.signal, ...listener })
      await server.answered
      controller.abort(REASON)
      await expect(answer).rejects.toBe(REASON)
      expect(server.seesItClosed()).toBe(true)
    })

    test('when something was heard', async () => {
      await using server = await serveFromThread(stream, untilAlpha)
      const model = await provider.model(server.baseUrl)
      const controller = new AbortController()
      const onPart = () => controller.abort(REASON)
      await expect(model.answer(HELLO, { signal: controller.signal, onPart })).rejects.toBe(REASON)
      expect(server.seesItClosed()).toBe(true)
    })

    test('when who listens fails', () =>
      stage(provider, async ({ server, model }) => {
        server.script(say({ text: SPOKEN }, true))
        server.before = (next) => (next.type === 'write' && next.piece.includes('beta') ? new Promise(() => {}) : {})
        const { signal } = new AbortController()
        const onPart = () => {
          throw REASON
        }
        await expect(model.answer(HELLO, { signal, onPart })).rejects.toThrow()
        await server.requests[0]?.closed
      }))

    test('before it was asked', () =>
      stage(provider, async ({ server, model }) => {
        const answer = model.answer(HELLO, { signal: AbortSignal.abort(REASON) })
        await expect(answer).rejects.toBe(REASON)
        expect(server.requests).toEqual([])
      }))
  })
}

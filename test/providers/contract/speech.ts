import type { SampleReply } from '@sweatpants/framework'
import type { ModelRequest } from '@sweatpants/framework/models'
import { describe, expect, test } from 'vitest'
import {
  blocks,
  comparable,
  HELLO,
  last,
  PARTS,
  type ProviderUnderTest,
  SPOKEN,
  say,
  stage,
  THOUGHT,
  user,
} from './scene.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Words, pictures and thoughts, whole and piece by piece. */
export function speaks(name: string, provider: ProviderUnderTest): void {
  const { thoughts } = provider

  describe(`${name} speaks`, () => {
    test('text, in one piece', () =>
      stage(provider, async ({ server, model, ask }) => {
        server.script(say({ text: SPOKEN, usage: { input: 12, output: 3 } }))
        const reply = await ask({ ...HELLO, systemPrompt: 'Be brief.', maxTokens: 321 })
        expect(reply).toMatchObject({
          content: [{ type: 'text', text: SPOKEN }],
          model: model.id,
          stopReason: 'endTurn',
          usage: { inputTokens: 12, outputTokens: 3 },
        })
        expect(last(server)).toContain('Be brief.')
        expect(last(server)).toContain('321')
      }))

    test('text piece by piece, and the reply is the same', () =>
      stage(provider, async ({ server, ask, stream }) => {
        const said = { text: SPOKEN, usage: { input: 12, output: 3 } }
        server.script(say(said), say(said), say(said, true))
        const whole = await ask(HELLO)
        for (const heard of [await stream(HELLO), await stream(HELLO)]) {
          expect(heard.parts).toEqual(PARTS)
          expect(comparable(heard.reply)).toEqual(comparable(whole))
        }
      }))

    test('each piece as soon as the provider has said it', () =>
      stage(provider, async ({ server, model }) => {
        const heard = Promise.withResolvers<void>()
        const order: string[] = []
        server.script(say({ text: SPOKEN }, true))
        server.before = async (next) => {
          if (next.type !== 'write' || !next.piece.includes('beta')) return
          await heard.promise
          if (!order.includes('wrote beta')) order.push('wrote beta')
        }
        await model.answer(HELLO, {
          signal: new AbortController().signal,
          onPart(part) {
            order.push(part.type === 'text' ? `heard ${part.text.trim()}` : part.type)
            heard.resolve()
          },
        })
        expect(order).toEqual(['heard alpha', 'wrote beta', 'heard beta', 'heard gamma'])
      }))

    test.each([
      ['stop', 'endTurn'],
      ['length', 'maxTokens'],
    ] as const)('and stops with %s, which is %s', (stop, stopReason) =>
      stage(provider, async ({ server, ask, stream }) => {
        server.script(say({ text: SPOKEN, stop }), say({ text: SPOKEN, stop }))
        expect(await ask(HELLO)).toMatchObject({ stopReason })
        expect((await stream(HELLO)).reply).toMatchObject({ stopReason })
      }),
    )

    test('about an image', () =>
      stage(provider, async ({ server, ask }) => {
        server.script(say({ text: 'A pixel.' }))
        const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const
        await ask({ messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, image] }] })
        expect(last(server)).toContain(PIXEL)
      }))

    test.runIf(thoughts !== undefined)('its thoughts, and is told them in the next turn', () =>
      stage(provider, async ({ server, ask, stream }) => {
        const { aloud, told } = thoughts!
        const said = { reasoning: THOUGHT, text: SPOKEN }
        server.script(say(said), say({ text: 'Bye' }), say(said), say({ text: 'Bye' }))
        const whole = await ask(HELLO)
        expect(blocks(whole)).toMatchObject([
          { type: 'reasoning', text: aloud ? THOUGHT : '' },
          { type: 'text', text: SPOKEN },
        ])
        const again = (reply: SampleReply): ModelRequest => ({
          messages: [...HELLO.messages, { role: 'assistant', content: reply.content }, user('And then?')],
        })
        await ask(again(whole))
        for (const words of told) expect(last(server)).toContain(words)
        const { reply, parts } = await stream(HELLO)
        const thinking = aloud ? ['Let', ' me', ' think.'].map((text) => ({ type: 'reasoning', text })) : []
        expect(parts).toEqual([...thinking, ...PARTS])
        expect(comparable(reply)).toEqual(comparable(whole))
        await ask(again(reply))
        for (const words of told) expect(last(server)).toContain(words)
      }),
    )
  })
}

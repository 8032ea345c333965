import type { ModelRequest } from '@sweatpants/framework/models'
import { describe, expect, test } from 'vitest'
import type { Said } from '../wire.ts'
import { blocks, last, type ProviderUnderTest, say, stage, user } from './scene.ts'

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, inhabitants: { type: 'integer' } },
  required: ['city', 'inhabitants'],
  additionalProperties: false,
}
const ZURICH = { city: 'Zürich', inhabitants: 448664 }
const ASK_DATA: ModelRequest = {
  messages: [user('Which city?')],
  tools: [{ name: '__schema__', description: 'Respond with structured data.', inputSchema: CITY }],
  toolChoice: { mode: 'required' },
}

/** What a schema was given for. */
export function givesData(name: string, provider: ProviderUnderTest): void {
  const { structured } = provider

  describe(`${name} gives data`, () => {
    const data = JSON.stringify(ZURICH)
    const answered: Said =
      structured === 'native' ? { text: data } : { calls: [{ id: 'call_1', name: '__schema__', input: ZURICH }] }
    const call = { type: 'tool_use', name: '__schema__', input: ZURICH }

    test(`asked for by its ${structured === 'native' ? 'own means' : 'tools'}, as a call of __schema__`, () =>
      stage(provider, async ({ server, ask, stream }) => {
        server.script(say(answered), say(answered))
        const reply = await ask(ASK_DATA)
        expect(reply).toMatchObject({ content: [call], stopReason: 'toolUse' })
        expect(last(server).includes('__schema__')).toBe(structured === 'tool')
        expect(last(server)).toContain('"inhabitants":{"type":"integer"')
        const heard = await stream(ASK_DATA)
        expect(heard.reply).toMatchObject({ content: [call], stopReason: 'toolUse' })
        expect(heard.parts).toMatchObject([{ type: 'tool_use', block: call }])
      }))

    test.each([
      ['in a fence', `Here it is:\n\`\`\`json\n${data}\n\`\`\`\n`, 'stop', ZURICH],
      ['cut off', '{"city": "Zürich", "inhabitants": 448664', 'length', ZURICH],
      ['cut off in a word', '{"inhabitants": 448664, "city": "Zür', 'length', { ...ZURICH, city: 'Zür' }],
    ] as const)('also when it comes %s', (_how, text, stop, input) =>
      stage(provider, async ({ server, ask }) => {
        server.script(say({ text, stop }))
        expect(blocks(await ask(ASK_DATA))).toMatchObject([{ type: 'tool_use', name: '__schema__', input }])
      }),
    )

    test('and words where it has none', () =>
      stage(provider, async ({ server, ask }) => {
        server.script(say({ text: 'I do not know.' }))
        expect(blocks(await ask(ASK_DATA))).toMatchObject([{ type: 'text', text: 'I do not know.' }])
      }))
  })
}

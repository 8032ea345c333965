import type { ModelRequest } from '@sweatpants/framework/models'
import { describe, expect, test } from 'vitest'
import { blocks, comparable, failure, last, type ProviderUnderTest, say, stage, THOUGHT, user } from './scene.ts'

const WEATHER = {
  name: 'weather',
  description: 'The weather in a city',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}
const CALL = { id: 'call_1', name: 'weather', input: { city: 'Zürich' } }
const CLOCK = { name: 'clock', inputSchema: { type: 'object', properties: {}, additionalProperties: false } }
const ASK_WEATHER: ModelRequest = { messages: [user('How is the weather in Zürich?')], tools: [WEATHER] }

/** Calls and their results; or, where there are none, words about them. */
export function callsTools(name: string, provider: ProviderUnderTest): void {
  const { tools, turns, thoughts } = provider

  describe.runIf(tools)(`${name} calls tools`, () => {
    // Not every provider has ids of its own.
    const toBlock = ({ name, input }: { name: string; input: object }) => ({
      type: 'tool_use',
      id: expect.any(String),
      name,
      input,
    })

    test('with arguments, whole and in a stream', () =>
      stage(provider, async ({ server, ask, stream }) => {
        const said = { text: 'I look.', calls: [CALL], usage: { input: 20, output: 9 } }
        server.script(say(said), say(said))
        const whole = await ask(ASK_WEATHER)
        expect(whole).toMatchObject({
          content: [{ type: 'text', text: 'I look.' }, toBlock(CALL)],
          stopReason: 'toolUse',
          usage: { inputTokens: 20, outputTokens: 9 },
        })
        expect(last(server)).toContain('The weather in a city')
        const { reply, parts } = await stream(ASK_WEATHER)
        expect(comparable(reply)).toEqual(comparable(whole))
        expect(parts.at(-1)).toMatchObject({ type: 'tool_use', block: toBlock(CALL) })
      }))

    test('several at once, and one without arguments', () =>
      stage(provider, async ({ server, ask, stream }) => {
        const calls = [CALL, { id: 'call_2', name: 'clock', input: {} }]
        const request: ModelRequest = { ...ASK_WEATHER, tools: [WEATHER, CLOCK], toolChoice: { mode: 'required' } }
        server.script(say({ calls }), say({ calls }))
        const expected = calls.map(toBlock)
        expect(blocks(await ask(request))).toMatchObject(expected)
        const { reply, parts } = await stream(request)
        expect(blocks(reply)).toMatchObject(expected)
        expect(parts).toMatchObject(expected.map((each) => ({ type: 'tool_use', block: each })))
      }))

    test('and is told their results', () =>
      stage(provider, async ({ server, ask }) => {
        const calls = [CALL, { ...CALL, id: 'call_2', input: { city: 'Atlantis' } }]
        server.script(say({ ...(thoughts && { reasoning: THOUGHT }), calls }), say({ text: 'It rains.' }))
        const asked = await ask(ASK_WEATHER)
        const [rain = '', sunk = ''] = blocks(asked).flatMap((block) => (block.type === 'tool_use' ? block.id : []))
        await ask({
          ...ASK_WEATHER,
          messages: [
            ...ASK_WEATHER.messages,
            { role: 'assistant', content: asked.content },
            {
              role: 'user',
              content: [
                { type: 'tool_result', toolUseId: rain, content: [{ type: 'text', text: 'light rain' }] },
                { type: 'tool_result', toolUseId: sunk, content: [{ type: 'text', text: 'sunk' }], isError: true },
                { type: 'text', text: 'Answer in one sentence.' },
              ],
            },
          ],
        })
        const history = turns(server.requests[1]?.body)
        expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
        expect(history[1]?.calls).toHaveLength(2)
        expect(history[2]?.results).toEqual(history[1]?.calls)
        const told = ['light rain', 'sunk', 'Answer in one sentence.', ...(thoughts?.told ?? [])]
        for (const words of told) expect(last(server)).toContain(words)
      }))
  })

  describe.runIf(!tools)(`${name} cannot call tools`, () => {
    test('and says so before it is asked', () =>
      stage(provider, async ({ ask }) => {
        expect(await failure(ask(ASK_WEATHER))).toMatchObject({ code: 'unsupported' })
      }))

    test('and is told in words what others called', () =>
      stage(provider, async ({ server, ask }) => {
        server.script(say({ text: 'It rains.' }))
        const content = [{ type: 'text', text: 'light rain' } as const]
        await ask({
          messages: [
            ...ASK_WEATHER.messages,
            { role: 'assistant', content: { type: 'tool_use', ...CALL } },
            { role: 'user', content: [{ type: 'tool_result', toolUseId: CALL.id, content }] },
          ],
        })
        for (const told of ['weather', 'Zürich', 'light rain']) expect(last(server)).toContain(told)
      }))
  })
}

import type { McpMessage } from '@sweatpants/framework'
import { resolveModel } from '@sweatpants/framework/models'
import { expect, test } from 'vitest'
import { serveProviders } from './loopback.ts'
import { PROVIDERS } from './providers.ts'
import { agreeable, fail, request, say } from './says.ts'

const { signal } = new AbortController()
const user = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const
const tools = [{ name: 'request_context', inputSchema: { type: 'object' } }]

test.each(PROVIDERS.map(({ model }) => model))(
  '%s is asked over its own protocol, and answers as scripted',
  async (name) => {
    await using providers = await serveProviders()
    const play = providers.play('Tabs or spaces?', () => say('Tabs.'))
    const model = await resolveModel(name, { env: providers.env })
    const reply = await model.answer(
      { systemPrompt: 'In round 2 of 3:', messages: [user('Tabs or spaces?')] },
      { signal },
    )
    expect([reply.content].flat()).toMatchObject([{ type: 'text', text: 'Tabs.' }])
    expect(play.asked).toMatchObject([{ model: name, round: 2, tools: [], results: 0 }])
    expect(play.asked[0]?.text).toContain('Tabs or spaces?')
    expect(providers.violations).toEqual([])
  },
)

test.each(PROVIDERS.filter(({ name }) => name !== 'perplexity').map(({ model }) => model))(
  '%s calls a tool, and its result is counted',
  async (name) => {
    await using providers = await serveProviders()
    const play = providers.play('Tabs?', ({ results }) => (results === 0 ? request('Who reads it?') : say('Tabs.')))
    const model = await resolveModel(name, { env: providers.env })
    const question = user('Tabs?')
    const { content } = await model.answer({ messages: [question], tools }, { signal })
    const [called] = [content].flat().filter((block) => block.type === 'tool_use')
    expect(called).toMatchObject({ name: 'request_context', input: { query: 'Who reads it?' } })
    const result = {
      type: 'tool_result' as const,
      toolUseId: called!.id,
      content: [{ type: 'text' as const, text: 'queued' }],
    }
    const messages: McpMessage[] = [question, { role: 'assistant', content }, { role: 'user', content: result }]
    await model.answer({ messages, tools }, { signal })
    expect(play.asked).toMatchObject([
      { tools: ['request_context'], results: 0 },
      { tools: ['request_context'], results: 1 },
    ])
    expect(play.count({})).toBe(1)
    expect(providers.violations).toEqual([])
  },
)

test('a request of no debate is reported', async () => {
  await using providers = await serveProviders()
  const model = await resolveModel('anthropic', { env: providers.env })
  providers.play('Tabs?', agreeable)
  const aborter = new AbortController()
  const asking = model.answer({ messages: [user('Spaces?')] }, { signal: aborter.signal })
  await expect.poll(() => providers.violations.join()).toContain('no debate has this topic')
  aborter.abort()
  await expect(asking).rejects.toThrow()
})

test('a request knows when its caller disconnects', async () => {
  await using providers = await serveProviders()
  const play = providers.play('Tabs?', () => ({ type: 'hang' }))
  const model = await resolveModel('google', { env: providers.env })
  const aborter = new AbortController()
  const asking = model.answer({ messages: [user('Tabs?')] }, { signal: aborter.signal })
  const [asked] = await play.until(() => true)
  aborter.abort()
  await expect(asking).rejects.toThrow()
  await asked!.closed
})

test('a scripted refusal has the status of the provider', async () => {
  await using providers = await serveProviders()
  providers.play('Tabs?', () => fail(401))
  const model = await resolveModel('openai', { env: providers.env })
  await expect(model.answer({ messages: [user('Tabs?')] }, { signal })).rejects.toMatchObject({ code: 'configuration' })
})

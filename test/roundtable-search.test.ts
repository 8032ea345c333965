import { createMcpTool } from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/log'
import { connectMcp } from '@sweatpants/framework/mcp'
import { resolveModel } from '@sweatpants/framework/models'
import { createPanel, createRoundtable, type RoundtableOptions } from '@sweatpants/roundtable'
import { expect, onTestFinished, test } from 'vitest'
import { serveProviders } from './roundtable/loopback.ts'
import { call, state, whereStated } from './roundtable/says.ts'

const signal = new AbortController().signal
const PAGE = { title: 'The bridge in numbers', url: 'https://example.com/bridge?utm_source=search' }

async function openScene(options: Partial<RoundtableOptions> = {}) {
  const providers = await serveProviders()
  const { env } = providers
  const roundtable = createRoundtable({
    store: createMemoryStore(),
    panel: createPanel({ env }),
    resolve: (model) => resolveModel(model, { env }),
    ...options,
  })
  onTestFinished(async () => {
    await roundtable.close()
    await providers[Symbol.asyncDispose]()
  })
  return { providers, roundtable }
}

test('seats search the web where their provider can, and what was found is a checked citation', async () => {
  const { providers, roundtable } = await openScene()
  const agents = ['anthropic/claude-a', 'openai/gpt-b', 'google/gemini-3-c', 'perplexity/sonar-pro']
  const cited = { title: 'Bridge', url: 'https://www.example.com/bridge' }
  const remembered = { title: 'An old book', url: 'https://example.org/book' }
  const play = providers.play(
    'Is the bridge worth it?',
    whereStated(() => {
      const said = state({ citations: [cited, remembered] })
      return said.type === 'say' ? { ...said, said: { ...said.said, found: [PAGE] } } : said
    }),
  )
  const begun = await roundtable.start({ topic: play.topic, agents, rounds: 1, webSearch: true })
  const session = await roundtable.finish(begun, { signal })
  expect(session.rounds[0]!.failures).toEqual([])
  const asked = play.asked.filter((one) => one.for === 'statement').map(({ model, tools }) => [model, tools])
  expect(asked).toEqual(
    expect.arrayContaining([
      ['anthropic/claude-a', expect.arrayContaining(['web_search'])],
      ['openai/gpt-b', expect.arrayContaining(['web_search'])],
      ['google/gemini-3-c', expect.arrayContaining(['google_search'])],
    ]),
  )
  expect(play.asked.some(({ for: wanted, tools }) => wanted !== 'statement' && tools.length > 0)).toBe(false)
  for (const { agentId, citations } of session.responses)
    expect([agentId, citations.find(({ url }) => url === remembered.url)?.isChecked]).toEqual([agentId, undefined])
  const searched = session.responses.filter(({ agentId }) => !agentId.startsWith('perplexity'))
  for (const { agentId, citations } of searched)
    expect([agentId, citations]).toEqual([agentId, [{ ...cited, isChecked: true }, remembered]])
  const own = session.responses.find(({ agentId }) => agentId.startsWith('perplexity'))!
  expect(own.citations.filter(({ isChecked }) => isChecked)).toHaveLength(2)
  expect(providers.violations).toEqual([])
})

test('without the setting no seat searches', async () => {
  const { providers, roundtable } = await openScene()
  const play = providers.play(
    'Is the tunnel worth it?',
    whereStated(() => state()),
  )
  const agents = ['anthropic/claude-a', 'google/gemini-3-c']
  await roundtable.finish(await roundtable.start({ topic: play.topic, agents, rounds: 2 }), { signal })
  expect(play.asked.flatMap(({ tools }) => tools).filter((name) => /search/.test(name))).toEqual([])
})

test('seats use the tools of a real MCP server; a result that names a page makes its citation a checked one', async () => {
  await using server = await connectMcp({
    command: process.execPath,
    args: ['--conditions=@sweatpants/source', new URL('./roundtable/tool-server.ts', import.meta.url).pathname],
  })
  const { providers, roundtable } = await openScene({ tools: server.tools })
  const url = 'https://example.com/toll'
  const play = providers.play(
    'Is the toll worth it?',
    whereStated(({ results }) =>
      results === 0
        ? call(['look_up', { what: 'toll' }], ['look_up', { what: 'nothing' }])
        : state({ citations: [{ title: 'The toll', url }] }),
    ),
  )
  const agents = ['anthropic/claude-a', 'openai/gpt-b']
  const session = await roundtable.finish(await roundtable.start({ topic: play.topic, agents, rounds: 2 }), { signal })
  expect(session.rounds[0]!.failures).toEqual([])
  for (const { toolUses, citations } of session.responses) {
    expect(toolUses).toMatchObject([
      { name: 'look_up', result: { success: true, data: expect.stringContaining(url) } },
      { name: 'look_up', result: { success: false, error: expect.stringContaining('nothing') } },
    ])
    expect(citations).toEqual([{ title: 'The toll', url, isChecked: true }])
  }
  expect(providers.violations).toEqual([])
})

test('a tool with the name of one of the seats’ own is refused', () => {
  const tool = createMcpTool('fact_check')
    .description('Takes the name of a tool of the seats.')
    .execute(function* () {
      return 'no'
    })
    .build()
  expect(() => createRoundtable({ store: createMemoryStore(), tools: [tool] })).toThrow(/"fact_check" of its own/)
})

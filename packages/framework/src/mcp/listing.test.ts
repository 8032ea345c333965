import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMcpTool } from '../tools/builder.ts'
import { createMcpPrompt } from './core/prompt.ts'
import type { McpResource } from './core/resource.ts'
import { serveMcp } from './serve.ts'

const icons = [
  { src: 'https://example.com/plane.svg', mimeType: 'image/svg+xml', sizes: ['any'], theme: 'dark' as const },
]

const fly = createMcpTool('fly')
  .icons(icons)
  .meta({ 'com.example/team': 'travel' })
  .execute(function* () {
    return 'flown'
  })
  .build()

const plan = createMcpPrompt('plan', {
  title: 'Plan a trip',
  icons,
  arguments: {
    country: { complete: () => ['Norway', 'Peru'] },
    city: { complete: (value: string, given: Readonly<Record<string, string>>) => [`${value} in ${given.country}`] },
  },
  *messages() {
    return []
  },
})

const resources: McpResource[] = [
  { uri: 'flights://today', name: 'today', icons, size: 4, annotations: { priority: 1 }, read: () => 'none' },
  {
    uriTemplate: 'flights://{country}/{city}',
    name: 'flights',
    icons,
    _meta: { 'com.example/live': true },
    read: (_, { country, city }) => `${city}, ${country}`,
    complete: { city: (value, { country }) => [`${value}, ${country}`] },
  },
]

async function connect(era: '2025' | '2026') {
  const server = serveMcp({ name: 'test', version: '1', tools: [fly], prompts: [plan], resources })
  const { url, close } = await server.listen()
  const mode = era === '2025' ? ('legacy' as const) : { pin: '2026-07-28' as const }
  const client = new Client({ name: 'client', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(async () => {
    await client.close()
    await Promise.all([server.close(), close()])
  })
  return client
}

describe.each(['2025', '2026'] as const)('a client of %s', (era) => {
  it('sees the icons and the _meta of tools, prompts, resources and templates', async () => {
    const client = await connect(era)
    expect((await client.listTools()).tools[0]).toMatchObject({ icons, _meta: { 'com.example/team': 'travel' } })
    expect((await client.listPrompts()).prompts).toMatchObject([{ title: 'Plan a trip', icons }])
    const listed = { uri: 'flights://today', icons, size: 4, annotations: { priority: 1 } }
    expect((await client.listResources()).resources).toMatchObject([listed])
    const template = { uriTemplate: 'flights://{country}/{city}', icons, _meta: { 'com.example/live': true } }
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([template])
  })

  it('reads a resource of a template, and gets suggestions that know what is chosen already', async () => {
    const client = await connect(era)
    const read = await client.readResource({ uri: 'flights://peru/lima' })
    expect(read.contents).toMatchObject([{ uri: 'flights://peru/lima', text: 'lima, peru' }])
    const argument = { name: 'city', value: 'Li' }
    const context = { arguments: { country: 'Peru' } }
    const uri = 'flights://{country}/{city}'
    const variable = await client.complete({ ref: { type: 'ref/resource', uri }, argument, context })
    expect(variable.completion.values).toEqual(['Li, Peru'])
    const prompted = await client.complete({ ref: { type: 'ref/prompt', name: 'plan' }, argument, context })
    expect(prompted.completion.values).toEqual(['Li in Peru'])
  })
})

import { join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { serveProviders } from '../roundtable/loopback.ts'
import { agreeable } from '../roundtable/says.ts'
import { installPackages, NotInstallableError } from './install.ts'
import { createClient, openPlace, type Place } from './published.ts'
import { installTarballs } from './tarballs.ts'

// The tarballs run here, and on the oldest Node that `engines` allows, whose parser and built-in modules lack what is newer.

const isWhole = process.env.MODE === 'matrix'
const SUPPORTED = isWhole ? ['22.18.0', '22', '24.0.0', '24', '26'] : ['22.18.0']
const TOO_OLD = isWhole ? ['12.22.12', '18', '20', '22.17.1'] : ['20']

/** The path of a Node of the registry. */
async function findNode(context: TestContext, version: string): Promise<string> {
  // The Node of the tests is one of them.
  if (version === process.versions.node.split('.')[0]) return process.execPath
  try {
    return join(await installPackages({ node: version }), 'node_modules/node/bin/node')
  } catch (error) {
    if (error instanceof NotInstallableError) context.skip(error.message)
    throw error
  }
}

const PACKAGES = ['framework', 'demo-model', 'inspector', 'roundtable', 'create-sweatpants'] as const

const HELLO = [{ type: 'text', text: 'Hello, Ada!' }]

let place: Place

beforeAll(async () => {
  const zod = '4.6.7'
  place = await openPlace(await installTarballs(PACKAGES, { zod }))
}, 300_000)
afterAll(() => place?.[Symbol.asyncDispose]())

describe.each(SUPPORTED)('on Node %s', (version) => {
  test('sweatpants call runs a tool', async (context) => {
    const node = await findNode(context, version)
    const call = place.start(node, 'sweatpants', ['call', './tools.ts', 'greet', '{"greeting":"Hello"}'])
    expect(await call.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello!') })
  })

  test('sweatpants serve answers over stdio, with a store on SQLite', async (context) => {
    const node = await findNode(context, version)
    const args = ['serve', './tools.ts', '--store', `${version}.db`]
    const client = await place.connect(node, 'sweatpants', args)
    try {
      const { content } = await client.callTool({ name: 'greet', arguments: { greeting: 'Hello' } })
      expect(content).toEqual(HELLO)
    } finally {
      await client.close()
    }
  })

  test('sweatpants serve answers over HTTP', async (context) => {
    const node = await findNode(context, version)
    using server = place.start(node, 'sweatpants', ['serve', './tools.ts', '--http', '0'])
    const [url] = await server.until(/http:\S+/)
    const client = createClient()
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    try {
      const { content } = await client.callTool({ name: 'greet', arguments: { greeting: 'Hello' } })
      expect(content).toEqual(HELLO)
    } finally {
      await client.close()
    }
  })

  test('sweatpants dev serves the page of the inspector', async (context) => {
    const node = await findNode(context, version)
    using dev = place.start(node, 'sweatpants', ['dev', './tools.ts', '--port', '0'])
    const [url] = await dev.until(/http:\S+/)
    expect(await (await fetch(url)).text()).toContain('<script')
  })

  test('a store on SQLite keeps its contract', async (context) => {
    const node = await findNode(context, version)
    const { code, stdout, stderr } = await place.start(node, 'sqlite-contract.js').ended
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: 'many cases passed\n' })
  })

  test.for([
    ['GEMINI_API_KEY', 'google', 'GOOGLE'],
    ['OPENAI_API_KEY', 'openai', 'OPENAI'],
    // The loopback server knows its API by another provider.
    ['MISTRAL_API_KEY', 'lm-studio', 'MISTRAL'],
  ] as const)(
    'ai-roundtable debates with the provider of %s, without any further package',
    async ([key, provider, prefix], context) => {
      const node = await findNode(context, version)
      await using providers = await serveProviders()
      const topic = `Should ${provider} be asked on Node ${version}?`
      const play = providers.play(topic, agreeable)
      const env = { [key]: 'secret', [`${prefix}_BASE_URL`]: providers.env.OPENAI_BASE_URL! }
      const { code, stdout, stderr } = await place.start(node, 'ai-roundtable', ['debate', topic], env).ended
      expect({ code, stderr }).toMatchObject({ code: 0 })
      expect(stdout).toContain('Yes, it should be done.')
      expect(play.asked.every((asked) => asked.model.startsWith(`${provider}/`))).toBe(true)
      expect(providers.violations).toEqual([])
    },
  )
})

const COMMANDS = ['sweatpants', 'ai-roundtable', 'create-sweatpants']

test.for(TOO_OLD.flatMap((version) => COMMANDS.map((command) => [version, command] as const)))(
  'on Node %s, %s says which Node it needs',
  async ([version, command], context) => {
    const node = await findNode(context, version)
    const { code, stdout, stderr } = await place.start(node, command, ['--help']).ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^${command} needs Node.js 22.18 or newer; this is v${version}.*nodejs.org\n$`))
  },
)

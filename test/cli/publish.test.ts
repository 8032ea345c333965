import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { root, run } from './command.ts'
import { makeProject } from './published-project.ts'
import { RegistryEntry } from './registry-entry.ts'

test('sweatpants publish --dry-run writes server.json, and a bundle whose server a client calls', async () => {
  const folder = await makeProject()
  const declared = ['--env', 'AIRLINE_KEY: The key of your account', '--env', 'CURRENCY=EUR: The currency of prices']
  const url = 'https://flights.example.com/mcp'
  const { code, stdout, stderr } = await run(['publish', '--dry-run', '--url', url, ...declared], { cwd: folder })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(
    '4 tools (seat, add, greet, picture), 1 prompt (tour), 1 resource (readme). Nothing was uploaded.',
  )

  const entry = RegistryEntry.parse(JSON.parse(await readFile(join(folder, 'publish/server.json'), 'utf8')))
  expect(entry).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'io.github.ada/flights',
    description: 'Books flights with the traveller',
    version: '1.2.0',
    repository: { url: 'https://github.com/ada/flights', source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: '@ada/flights',
        version: '1.2.0',
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'AIRLINE_KEY', description: 'The key of your account', isRequired: true, isSecret: true },
          {
            name: 'CURRENCY',
            description: 'The currency of prices',
            isRequired: false,
            isSecret: false,
            default: 'EUR',
          },
        ],
      },
    ],
    remotes: [{ type: 'streamable-http', url }],
  })

  const unpacked = await unzip(join(folder, 'publish/flights-1.2.0.mcpb'))
  const { server, user_config, compatibility } = JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8'))
  const { engines } = JSON.parse(readFileSync(join(root, 'packages/framework/package.json'), 'utf8'))
  expect(compatibility.runtimes).toEqual(engines)
  expect(user_config.airline_key).toMatchObject({ required: true, sensitive: true })
  expect(server.mcp_config.env).toEqual({
    AIRLINE_KEY: `\${user_config.airline_key}`,
    CURRENCY: `\${user_config.currency}`,
  })

  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
  const client = new Client({ name: 'host', version: '1' }, { capabilities: { extensions } })
  const args = server.mcp_config.args.map((arg: string) => arg.replace(`\${__dirname}`, unpacked))
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: unpacked, stderr: 'ignore' }))
  try {
    expect(client.getServerVersion()).toMatchObject({ name: '@ada/flights', version: '1.2.0' })
    const { structuredContent } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })
    expect(structuredContent).toEqual({ sum: 3 })
    const { tools } = await client.listTools()
    const { ui } = tools.find(({ name }) => name === 'seat')!._meta as { ui: { resourceUri: string } }
    const { contents } = await client.readResource({ uri: ui.resourceUri })
    expect((contents[0] as { text: string }).text).toContain('By the window')
  } finally {
    await client.close()
  }
})

test('sweatpants publish writes an entry that the registry takes for a server that is only remote', async () => {
  const repository = { url: 'git+ssh://git@gitlab.com/ada/flights.git', directory: 'packages/server' }
  const homepage = 'https://flights.example.com'
  const folder = await makeProject({ private: true, repository, homepage })
  const url = 'https://flights.example.com/mcp'
  const { code, stderr } = await run(['publish', '--dry-run', '--url', url], { cwd: folder })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const entry = RegistryEntry.parse(JSON.parse(await readFile(join(folder, 'publish/server.json'), 'utf8')))
  expect(entry).toMatchObject({
    repository: { url: 'https://gitlab.com/ada/flights', source: 'gitlab', subfolder: 'packages/server' },
    websiteUrl: homepage,
    remotes: [{ url }],
  })
  expect(entry.packages).toBeUndefined()
})

test('sweatpants publish names everything that package.json lacks', async () => {
  const lacking = await makeProject({ mcpName: 'flights', version: '^1.0.0', description: 'x'.repeat(101), author: '' })
  const { code, stderr } = await run(['publish', '--dry-run'], { cwd: lacking })
  expect(stderr.split('\n').slice(1, -1)).toEqual([
    '  mcpName must be a name in reverse-DNS form that you own, like io.github.<user>/<server>',
    '  version must be one version, like 1.0.0, and neither a range nor a tag',
    '  description must be one line of at most 100 characters: the registry takes no longer one',
    '  author is missing',
  ])
  expect(code).toBe(2)
  const unpublished = await makeProject({ private: true, bin: {} })
  const refused = await run(['publish', '--dry-run', '--url', 'http://localhost/mcp'], { cwd: unpublished })
  expect(refused.stderr).toContain('--url must be an https address that others can reach, not http://localhost/mcp')
})

test.each([
  [
    ['publish'],
    'publish uploads nothing: run publish --dry-run, then npm publish, and mcp-publisher publish in publish',
  ],
  [
    ['publish', '--dry-run', '--env', 'KEY'],
    '--env takes "NAME: description" or "NAME=default: description", not "KEY"',
  ],
  [
    ['publish', '--dry-run', '--env', 'API_KEY=abc: The key'],
    'API_KEY looks like a secret; a secret has no default that everyone can read',
  ],
])('sweatpants %j is refused in one sentence', async (args, message) => {
  expect(await run(args)).toEqual({ code: 2, stdout: '', stderr: `sweatpants: ${message}\n` })
})

test.each([
  ['a secret', `'hunter2-hunter2'`, 'the server would contain the value of AIRLINE_KEY; read it from process.env'],
  ['a file', `readFileSync(new URL('./tools.ts', import.meta.url), 'utf8')`, 'a module could not be loaded: ENOENT'],
])('sweatpants publish refuses a server that needs %s that others lack', async (_, value, message) => {
  const folder = await makeProject()
  await writeFile(
    join(folder, 'say.ts'),
    `import { readFileSync } from 'node:fs'
import { createMcpTool } from '@sweatpants/framework'
const value = [readFileSync.name, ${value}]
export const say = createMcpTool('say').execute(function* () { return value }).build()
`,
  )
  const env = { AIRLINE_KEY: 'hunter2-hunter2' }
  const { code, stderr } = await run(['publish', '--dry-run', 'say.ts'], { cwd: folder, env })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})

/** Unpacks an archive into a folder of its own, entry by entry from the front. */
async function unzip(path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'unpacked-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = await readFile(path)
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const packed = archive.readUInt32LE(at + 18)
    const name = archive.readUInt16LE(at + 26)
    const content = at + 30 + name
    const file = join(folder, archive.toString('utf8', at + 30, content))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, inflateRawSync(archive.subarray(content, content + packed)))
    at = content + packed
  }
  return folder
}

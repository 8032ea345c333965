import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fixture, root, run } from './command.ts'

test('sweatpants --help describes every command', async () => {
  const { code, stdout, stderr } = await run(['--help'])
  expect(stdout).toMatch(/ serve <module>.* call <module>.* inspect <state/s)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect((await run(['serve', '--help'])).stdout).toBe(stdout)
})

test('sweatpants --version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/framework/package.json'), 'utf8'))
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test.each([
  [
    [],
    'expected a command: serve, build, publish, proxy, acp, dev, call, inbox, runs, schedules, control, check or inspect; --help describes them',
  ],
  [
    ['tools.ts'],
    'there is no command "tools.ts"; expected serve, build, publish, proxy, acp, dev, call, inbox, runs, schedules, control, check or inspect',
  ],
  [['server'], 'there is no command "server"; did you mean serve? --help describes the commands'],
  [['runs', '--store', ''], '"" is not a store; set --store or STORE to a file, postgres://… or nats://…'],
  [['serve'], 'serve takes at least one module: serve ./tools.ts'],
  [['serve', 'nowhere.ts'], `there is no module nowhere.ts (looked for ${join(root, 'nowhere.ts')})`],
  [['build'], 'build takes modules or a folder of them: build ./tools.ts'],
  [['serve', 'x.ts', '--stdio', '--http', '1'], 'choose --stdio or --http, not both'],
  [['serve', 'x.ts', '--loud'], "Unknown option '--loud'; --help lists the options"],
  [['serve', 'x.ts', '--http', 'http'], '--http takes [host:]port, like 3000 or 0.0.0.0:3000, not "http"'],
  [['proxy'], 'proxy takes a command or a URL: proxy -- npx -y some-mcp-server'],
  [['proxy', '--header', 'a: b', '--', 'x'], '--header is for a server at a URL, not for a command'],
  [['proxy', 'http://127.0.0.1:1/mcp', 'more'], 'unexpected argument "more" after the URL of the server'],
  [
    ['proxy', '--limit', 'often', '--', 'x'],
    '--limit takes calls per second, minute, hour or day, like 60/minute or delete_*=5/hour, not "often"',
  ],
  [
    ['proxy', '--audit', 'nowhere/calls.jsonl', '--', 'x'],
    "--audit nowhere/calls.jsonl cannot be written: ENOENT: no such file or directory, open 'nowhere/calls.jsonl'",
  ],
  [['call', 'x.ts'], "call takes a module, the name of a tool, and its arguments: call ./tools.ts greet '{}'"],
  [['inbox', 'toString'], 'inbox takes list, answer, not "toString"'],
  ...['inbox', 'inbox answer 1', 'runs'].map((command): [string[], string] => [
    [...command.split(' '), '--store', ':memory:', '--after', 'zz'],
    '--after takes what a list prints after "More: --after", not "zz"',
  ]),
  [['runs', 'retry', 'x', '--from', '-1'], '--from takes a value; one that begins with - is written --from=-…'],
  ...['5', '2027-02-30', '2027-13-01T00:00:00Z', '2027-04-31T00:00:00Z'].map((time): [string[], string] => [
    ['schedules', 'add', 'greet', '--at', time, '--store', ':memory:'],
    `--at takes a time like 2027-01-01T00:00:00Z, not "${time}"`,
  ]),
  [
    ['schedules', 'add', 'greet', '--every', '1d', '--name', '', '--store', ':memory:'],
    'a schedule has a name of at least one character, not ""',
  ],
  [['inspect'], 'inspect takes one requestState, or - to read it from stdin'],
  [['inspect', 'x'], 'inspect needs the key that sealed the state: set SWEATPANTS_KEYS, or pass --key or --store'],
  [['inspect', 'x', '--key', 'k'.repeat(32)], 'this is not a requestState that one of these keys sealed'],
  [['inspect', 'x', '--store', 'no.db'], 'there is no key beside the store no.db; check the path, or pass --key'],
  [
    ['inspect', 'x', '--store', 'postgres://ada:secret@127.0.0.1/none'],
    'there is no key beside the store postgres://127.0.0.1/none; check the path, or pass --key',
  ],
  [['inspect', 'call1.x.1'], 'this state is a handle; its journal is in the store of the server'],
])('sweatpants %j is refused in one sentence', async (args, message) => {
  expect(await run(args)).toEqual({ code: 2, stdout: '', stderr: `sweatpants: ${message}\n` })
})

test('a module without tools is refused, with the names of its exports', async () => {
  const { code, stderr } = await run(['serve', fixture('empty.ts')])
  expect(stderr).toMatch(/empty\.ts exports name, version, but no tool, prompt or resource\n$/)
  expect(code).toBe(2)
})

test('a tool without .build() is refused', async () => {
  const { code, stderr } = await run(['call', fixture('unbuilt.ts'), 'hello'])
  expect(stderr).toMatch(/unbuilt\.ts exports hello, which is not a tool yet: end it with \.build\(\)\n$/)
  expect(code).toBe(2)
})

test.each(['serve', 'dev'])('%s refuses a module that throws, with its error and its line', async (command) => {
  const { code, stderr } = await run([command, fixture('broken.ts')])
  expect(stderr).toMatch(
    /^sweatpants: .*broken\.ts could not be loaded: this module is broken \(test\/cli\/fixtures\/broken\.ts:1\)\n$/,
  )
  expect(code).toBe(2)
})

test.each(['{}', '{"type":"module"}'])(
  'a module that imports a file with a mistake in its syntax is refused with the line in that file, in a package %s',
  async (manifest) => {
    const folder = await mkdtemp(join(tmpdir(), 'sweatpants-mistakes-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'package.json'), manifest)
    await writeFile(join(folder, 'tools.ts'), "export { price } from './price.ts'\n")
    await writeFile(join(folder, 'price.ts'), 'export const fee = 1\nexport const price = (fee +\n')
    const { code, stderr } = await run(['call', 'tools.ts', 'buy'], { cwd: folder })
    expect(stderr).toMatch(/^sweatpants: tools\.ts could not be loaded: .+ \(price\.ts:\d\)\n$/)
    expect(code).toBe(2)
  },
)

test('a definition that the framework refuses is reported with the line of the tool', async () => {
  const { stderr } = await run(['call', fixture('refused.ts'), 'x'])
  expect(stderr).toMatch(/not "bad name" \(test\/cli\/fixtures\/refused\.ts:3\)\n$/)
})

test('an unknown tool is refused, with the names of the tools of the module', async () => {
  const { code, stderr } = await run(['call', fixture('tools.ts'), 'subtract', '{}'])
  expect(stderr).toMatch(/tools\.ts has no tool "subtract"; its tools: add, greet, picture\n$/)
  expect(code).toBe(2)
})

test('arguments that are not JSON, or do not match the schema, are refused', async () => {
  const notJson = await run(['call', fixture('tools.ts'), 'add', '{a: 1}'])
  expect(notJson.stderr).toMatch(/sweatpants: the arguments are not JSON: .+\n$/)
  const wrong = await run(['call', fixture('tools.ts'), 'add', '{"a":1}'])
  expect(wrong.stderr).toMatch(/sweatpants: .*b: .+\n$/)
  expect([notJson.code, wrong.code]).toEqual([2, 2])
})

test('a .env that is no file is refused in one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-mistakes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, '.env'))
  const { code, stderr } = await run(['runs', '--store', ':memory:'], { cwd: folder })
  expect(stderr).toMatch(/^sweatpants: the file \.env in the working directory cannot be read: .+\n$/)
  expect(code).toBe(2)
})

test.each([
  ['serve', [fixture('tools.ts')]],
  ['proxy', ['--', 'nowhere']],
  ['inspect', ['x']],
])('%s refuses a sealing key that is too short', async (command, args) => {
  const env = { SWEATPANTS_KEYS: 'short', STORE: ':memory:' }
  const { code, stderr } = await run([command, ...args], { env })
  expect(stderr).toMatch(
    /sweatpants: key 1 of SWEATPANTS_KEYS has 5 characters; expected at least 32, such as the output of openssl/,
  )
  expect(code).toBe(2)
})

test('two tools with the same name are refused', async () => {
  const { code, stderr } = await run(['serve', fixture('tools.ts'), fixture('add.ts')])
  expect(stderr).toMatch(/sweatpants: two tools are named "add"\n$/)
  expect(code).toBe(2)
})

test('a port in use is refused', async () => {
  const occupant = createServer()
  await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = occupant.address() as AddressInfo
    const { code, stderr } = await run(['serve', fixture('add.ts'), '--http', String(port)])
    expect(stderr).toBe(
      `sweatpants: port ${port} of 127.0.0.1 is in use; stop the program that uses it, or choose another port\n`,
    )
    expect(code).toBe(2)
  } finally {
    occupant.close()
  }
})

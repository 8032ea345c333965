import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { post } from './client.ts'
import { fixture, run, start } from './command.ts'

const KEY = 'a key for tests that is long enough'
let state: string

beforeAll(async () => {
  await using command = start(['serve', fixture('tools.ts'), '--http', '0'], { env: { SWEATPANTS_KEYS: KEY } })
  const url = (await command.until(/ at (http:\S+)/))[1]!
  const asked = await post(url, 'tools/call', { name: 'greet', arguments: { greeting: 'Hello' } })
  state = asked.requestState
})

test('inspect prints the header, the entries and the open questions of a state', async () => {
  const { code, stdout, stderr } = await run(['inspect', state], {
    env: { SWEATPANTS_KEYS: `${'n'.repeat(32)}, ${KEY}` },
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^tool +greet$/m)
  expect(stdout).toMatch(/^client can +elicitation, url$/m)
  expect(stdout).toMatch(/^rounds +1$/m)
  expect(stdout).toMatch(/^expires +20\S+Z$/m)
  expect(stdout).toMatch(/^\S+ +step +look up +20\S+Z +"Hello"$/m)
  expect(stdout).toMatch(/^waiting at +since +refused\n\S+ +20\S+Z$/m)
})

test('inspect --json prints everything, and reads the state from stdin', async () => {
  const { stdout } = await run(['inspect', '-', '--json', '--key', KEY], { input: `${state}\n` })
  const { recording, rounds } = JSON.parse(stdout)
  expect(rounds).toBe(1)
  expect(recording.header.tool).toBe('greet')
  expect(recording.entries).toMatchObject([{ type: 'value', kind: 'step', key: 'look up', value: 'Hello' }])
})

test('inspect reads the key from a .env file', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'sweatpants-env-'))
  try {
    await writeFile(join(cwd, '.env'), `SWEATPANTS_KEYS="${KEY}"\n`)
    expect((await run(['inspect', state], { cwd })).code).toBe(0)
  } finally {
    await rm(cwd, { recursive: true })
  }
})

test('inspect refuses a state that another key sealed', async () => {
  const { code, stdout, stderr } = await run(['inspect', state, '--key', 'x'.repeat(32)])
  expect(stderr).toBe('sweatpants: this is not a requestState that one of these keys sealed\n')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PROVIDERS } from '@sweatpants/framework/models'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectHttp, eras } from './client.ts'
import { fixture, run, start } from './command.ts'

const samples = fixture('samples.ts')
const question = JSON.stringify({ question: 'What is it?' })

/** A server in place of the provider. It answers 42. */
let asked = 0
const provider = createServer((request, response) => {
  asked++
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        type: 'message',
        id: 'msg_1',
        model: 'm',
        role: 'assistant',
        content: [{ type: 'text', text: '42' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      }),
    )
  })
})
let env: Record<string, string>

beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const { port } = provider.address() as AddressInfo
  env = {
    // The providers that this machine is configured with are not used.
    ...Object.fromEntries(
      PROVIDERS.flatMap(({ keys, baseUrl }) => keys?.map((key) => [key, '']) ?? [[baseUrl, 'http://127.0.0.1:1']]),
    ),
    MODEL: '',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'k',
  }
})
afterAll(() => provider.close())
beforeEach(() => {
  asked = 0
})

test('call answers samples with the model in --model, and prints its id once', async () => {
  const { code, stdout, stderr } = await run(['call', samples, 'answer', question, '--model', 'anthropic/m'], { env })
  expect(stderr).toBe('… asking anthropic/m\n')
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'anthropic/m: 42 42\n' })
  expect(asked).toBe(2)
})

test('call answers samples with the model in MODEL, else of the first provider with a key', async () => {
  const named = await run(['call', samples, 'answer', question], { env: { ...env, MODEL: 'anthropic/n' } })
  expect(named.stdout).toBe('anthropic/n: 42 42\n')
  const found = await run(['call', samples, 'answer', question], { env })
  expect(found.stdout).toMatch(/^anthropic\/claude-\S+: 42 42\n$/)
})

test('call without a key answers samples with the demo model, which says so', async () => {
  const { code, stdout, stderr } = await run(['call', samples, 'answer', question], {
    env: { ...env, ANTHROPIC_API_KEY: '' },
  })
  expect(stderr).toBe('… asking demo\n')
  expect(stdout).toMatch(/^demo: .*demo/i)
  expect(code).toBe(0)
  expect(asked).toBe(0)
})

test.each([
  ['serve', []],
  ['call', ['answer', question]],
])('%s refuses an unknown provider in one sentence', async (command, args) => {
  const { code, stdout, stderr } = await run([command, samples, ...args, '--model', 'anthropomorphic/m'], { env })
  expect(stderr).toMatch(
    /^sweatpants: there is no provider "anthropomorphic"; expected .*ANTHROPIC_API_KEY is set.*\n$/,
  )
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test.each(eras)('serve answers samples for a client of %s without sampling', async (_, mode) => {
  await using command = start(['serve', samples, '--http', '0', '--model', 'anthropic/m'], { env })
  const url = (await command.until(/ at (http:\S+)/))[1]!
  await command.until(/^Samples that a client does not answer go to anthropic\/m\.$/m)
  await using client = await connectHttp(mode, url)
  const { content } = await client.callTool({ name: 'answer', arguments: { question: 'What is it?' } })
  expect(content).toEqual([{ type: 'text', text: 'anthropic/m: 42 42' }])
})

test('serve calls no model before a client samples', async () => {
  const { code, stderr } = await run(['serve', samples], { env })
  expect(stderr).toBe('Serving 1 tool (answer) over stdio.\n')
  expect(code).toBe(0)
  expect(asked).toBe(0)
})

import { expect, test } from 'vitest'
import { checkKey, type KeyCheck } from './check-key.ts'
import { hi } from './fixtures/answers.ts'
import { type Answer, listen, nowhere } from './fixtures/loopback.ts'
import { PROVIDERS } from './providers/index.ts'

const signal = new AbortController().signal
const provider = (name: string) => PROVIDERS.find((candidate) => candidate.name === name)!

test.for<[KeyCheck, string, Answer]>([
  ['accepted', 'a reply', { body: hi.anthropic }],
  ['refused', '401', { status: 401 }],
  ['refused', '403', { status: 403 }],
  ['unclear', '404, which is about the model', { status: 404 }],
  ['unclear', '400', { status: 400 }],
  ['limited', '429', { status: 429 }],
  ['unreachable', '503', { status: 503 }],
])('a key is %s after %s', async ([expected, , answer]) => {
  await using server = await listen(() => answer)
  const settings = { apiKey: 'sk-ant-key', baseUrl: server.url }
  expect(await checkKey(provider('anthropic'), settings, { signal })).toBe(expected)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({ headers: { 'x-api-key': 'sk-ant-key' }, body: { max_tokens: 1 } })
})

test('a provider that cannot be reached, or does not answer in time, says nothing about a key', async () => {
  const settings = { apiKey: 'sk-ant-key', baseUrl: await nowhere() }
  expect(await checkKey(provider('anthropic'), settings, { signal })).toBe('unreachable')
  await using server = await listen(() => undefined)
  const late = { ...settings, baseUrl: server.url }
  expect(await checkKey(provider('anthropic'), late, { signal: AbortSignal.timeout(50) })).toBe('unreachable')
})

test('a key is tested with a few tokens of the default model of each provider that takes keys', async () => {
  for (const { name, defaultModel, keys } of PROVIDERS.filter((candidate) => candidate.keys !== undefined)) {
    await using server = await listen(() => ({ status: 401, body: { error: { message: 'no' } } }))
    const checked = await checkKey(provider(name), { apiKey: 'sk-key-of-a-test', baseUrl: server.url }, { signal })
    expect([name, keys?.length, checked]).toEqual([name, expect.any(Number), 'refused'])
    expect(JSON.stringify(server.received)).toContain(defaultModel)
  }
})

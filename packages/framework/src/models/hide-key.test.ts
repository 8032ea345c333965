import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { ModelError } from './errors.ts'
import { ask } from './fixtures/ask.ts'
import { listen } from './fixtures/loopback.ts'
import { hideKey } from './hide-key.ts'
import { toModelError } from './provider-error.ts'
import { resolveModel } from './resolve.ts'

const KEY = 'sk-key-of-a-test'

test('a key that a provider repeats is in no part of the error', async () => {
  await using server = await listen(() => ({
    status: 401,
    headers: { 'x-key': KEY },
    body: { type: 'error', error: { type: 'authentication_error', message: `invalid x-api-key: ${KEY}` } },
  }))
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: KEY }
  const error = await ask(await resolveModel('anthropic', { env })).catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('answered 401: invalid x-api-key: [API key]')
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY)
})

test('a key across the end of a shortened message leaves no part of itself', async () => {
  const key = `sk-${'k'.repeat(87)}`
  await using server = await listen(() => ({
    status: 400,
    body: { type: 'error', error: { type: 'x', message: `${'x'.repeat(470)}${key} and more` } },
  }))
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: key }
  const error = await ask(await resolveModel('anthropic', { env })).catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('x[API key] and more')
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('sk-k')
  // The text in place of the key must not look as if the provider had named the key as the reason.
  expect(error).toMatchObject({ code: 'invalid' })
  const plain = toModelError(new Error(`${'x'.repeat(470)}${key}`), 'a/b', key)
  expect(plain.message).toBe(`a/b failed: ${'x'.repeat(470)}[API key]`)
})

test('an error without the key keeps its cause, and a key in a cause is removed with it', () => {
  const plain = new ModelError('limited', 'busy', { cause: new Error('503') })
  expect(hideKey(plain, KEY)).toBe(plain)
  expect(hideKey(plain, undefined)).toBe(plain)
  const cause = new Error('failed', { cause: Object.assign(new Error('deep'), { headers: { key: KEY } }) })
  const hidden = hideKey(new ModelError('limited', 'busy', { cause, retryAfter: 5 }), KEY)
  expect([hidden.message, hidden.retryAfter, hidden.cause]).toEqual(['busy', 5, undefined])
  const circular = Object.assign(new Error('x'), { self: {} as unknown })
  circular.self = circular
  expect(hideKey(new ModelError('limited', 'busy', { cause: circular }), KEY).cause).toBeUndefined()
})

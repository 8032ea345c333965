import { expect, test } from 'vitest'
import { createVirtualClock } from '../../testing/index.ts'
import { RefusedError, UnreachableError } from './client-errors.ts'
import { type RequestOptions, Requests } from './requests.ts'

const never = new AbortController().signal
const clock = createVirtualClock()

const answering = (answer: () => Response, options: RequestOptions = {}) =>
  new Requests('/api/chat/sessions', () => ({ fetch: async () => answer(), ...options }), clock)

const error = { error: { code: 'question_closed', message: 'the first answer counts' } }

test('a refusal has the code and the message of the server', async () => {
  const asked = answering(() => Response.json(error, { status: 409 })).json('GET', '', never)
  await expect(asked).rejects.toThrow(new RefusedError(409, 'question_closed', 'the first answer counts'))
})

test.each([
  [400, undefined, RefusedError],
  [401, undefined, RefusedError],
  [429, undefined, UnreachableError],
  [408, undefined, UnreachableError],
  [429, error, RefusedError],
  [500, error, UnreachableError],
  [502, undefined, UnreachableError],
])('status %i with the body %j may be repeated or not', async (status, body, kind) => {
  const asked = answering(() => new Response(body && JSON.stringify(body), { status })).json('GET', '', never)
  await expect(asked).rejects.toThrow(kind)
})

test.each([
  ['a network that fails', () => Promise.reject(new TypeError('fetch failed'))],
  ['a page in place of JSON', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
])('%s is not a reply of the server', async (_, fetch) => {
  await expect(answering(() => new Response(), { fetch }).json('GET', '', never)).rejects.toThrow(UnreachableError)
})

test('a page in place of an event stream is not a reply of the server', async () => {
  const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
  await expect(answering(html).stream('/s/events', never, {})).rejects.toThrow(UnreachableError)
})

test('headers that cannot be made now may be made later', async () => {
  const headers = () => Promise.reject(new Error('no token'))
  const asked = answering(() => Response.json({}), { headers }).json('GET', '', never)
  await expect(asked).rejects.toThrow(UnreachableError)
})

test('a request without a response times out after 45 seconds', async () => {
  const fetch = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
  const asked = answering(() => new Response(), { fetch }).json('GET', '', never)
  const refused = expect(asked).rejects.toThrow(UnreachableError)
  await clock.advance(45_000)
  await refused
})

test('the body of a request has time to be sent over a slow network', async () => {
  const body = 'x'.repeat(5_600_000)
  // 400 kbit/s.
  const fetch = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason))
      clock.alarm(clock.now() + body.length / 50, () => resolve(Response.json({ lsn: 1 })), false)
    })
  const sent = answering(() => new Response(), { fetch }).json('POST', '/s/commands', never, body)
  const replied = expect(sent).resolves.toEqual({ lsn: 1 })
  await clock.advance(body.length / 50)
  await replied
})

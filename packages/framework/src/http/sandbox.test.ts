import { expect, test } from 'vitest'
import { createSandbox } from './sandbox.ts'

const serve = createSandbox({ allowedHosts: ['127.0.0.1', 'chat.example'] })

const get = (query: Record<string, string>, headers: Record<string, string> = { host: '127.0.0.1:3001' }) =>
  serve(new Request(`http://127.0.0.1:3001/?${new URLSearchParams(query)}`, { headers }))

const policyOf = (response: Response) => response.headers.get('content-security-policy')!.split('; ')

test('a view reaches nothing unless its resource names an origin', () => {
  const policy = policyOf(get({ host: 'https://chat.example' }))
  for (const directive of ["default-src 'none'", "connect-src 'none'", "frame-src 'none'", "form-action 'none'"]) {
    expect(policy).toContain(directive)
  }
  expect(policy).toContain('frame-ancestors https://chat.example')
})

test('a view reaches the origins that are named, and no text in them adds a directive', () => {
  const connect = "https://api.example wss://*.live.example http://plain.example https://x.example;script-src 'self' *"
  const policy = policyOf(get({ host: 'https://chat.example', connect, resources: 'https://cdn.example' }))
  expect(policy).toContain('connect-src https://api.example wss://*.live.example')
  expect(policy).toContain("script-src 'unsafe-inline' https://cdn.example")
})

test.each(['', 'https://evil.example', 'https://chat.example/path', 'https://chat.example@evil.example', 'null'])(
  'the page %j gets no frame',
  (host) => {
    expect(get({ host }).status).toBe(403)
  },
)

test('a request for another host is refused', () => {
  expect(get({ host: 'https://chat.example' }, { host: 'evil.example' }).status).toBe(403)
})

import { expect, test } from 'vitest'
import { AuthError } from '../../http/auth.ts'
import { resourceMetadataUrl } from './auth.ts'

const METADATA = resourceMetadataUrl('https://tools.example/mcp')

test('a challenge says what is wrong, what it takes, and where to ask', () => {
  const error = new AuthError('insufficient_scope', 'the token lacks write', ['read', 'write'])
  expect(error.status).toBe(403)
  expect(error.challenge(METADATA)).toBe(
    'Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp", ' +
      'error="insufficient_scope", error_description="the token lacks write", scope="read write"',
  )
})

test('a challenge to a request without a token has no error code', () => {
  const error = new AuthError(undefined, 'expected a token')
  expect(error.status).toBe(401)
  expect(error.challenge('https://a.example/m')).toBe('Bearer resource_metadata="https://a.example/m"')
})

test('nothing breaks out of the quotes of a challenge, or out of its header', () => {
  const error = new AuthError('invalid_token', 'a "b" \\ c\r\nSet-Cookie: d é', ['x"y'])
  const challenge = error.challenge('https://a.example/"\\\n')
  expect(challenge).toBe(
    'Bearer resource_metadata="https://a.example/\\"\\\\?", error="invalid_token", ' +
      'error_description="a \'b\' \' c??Set-Cookie: d ?", scope="x\\"y"',
  )
  expect(new Headers({ 'www-authenticate': challenge }).get('www-authenticate')).toBe(challenge)
})

test('the metadata of a resource is between its host and its path', () => {
  expect(resourceMetadataUrl('https://a.example')).toBe('https://a.example/.well-known/oauth-protected-resource')
  expect(resourceMetadataUrl('https://a.example/b/?c=d')).toBe(
    'https://a.example/.well-known/oauth-protected-resource/b/?c=d',
  )
})

import { expect, test } from 'vitest'
import { readBaseUrl, withoutPath, withVersion } from './provider.ts'

test.each(['http://host', 'http://host/', ' http://host// '])(
  'the base URL "%s" is read without its last slash',
  (text) => {
    expect(readBaseUrl(text, 'X_BASE_URL')).toBe('http://host')
  },
)

test.each(['host:80', 'localhost:11434', 'ftp://host', 'secret'])(
  'the base URL "%s" is refused, and the message does not repeat it',
  (text) => {
    const read = () => readBaseUrl(text, 'X_BASE_URL')
    expect(read).toThrow('X_BASE_URL is not a URL')
    expect(read).not.toThrow(text)
  },
)

test.each([
  ['http://host', 'http://host/v1'],
  ['http://host/v1', 'http://host/v1'],
  ['http://host/api/v4', 'http://host/api/v4'],
  ['http://host/v1beta/openai', 'http://host/v1beta/openai'],
  ['http://host/vendor', 'http://host/vendor/v1'],
])('withVersion turns %s into %s', (url, expected) => {
  expect(withVersion(url, 'v1')).toBe(expected)
})

test.each(['http://host', 'http://host/v1', 'http://host/api'])('withoutPath turns %s into http://host', (url) => {
  expect(withoutPath(url)).toBe('http://host')
})

import { expect, test } from 'vitest'
import { readBaseUrl, withoutPath, withVersion } from './base-url.ts'

test.each(['http://host', 'http://host/', ' http://host// '])('"%s" is an address without its last slash', (text) => {
  expect(readBaseUrl(text, 'X_BASE_URL')).toBe('http://host')
})

test.each(['host:80', 'localhost:11434', 'ftp://host', 'secret'])('"%s" is refused without being repeated', (text) => {
  const read = () => readBaseUrl(text, 'X_BASE_URL')
  expect(read).toThrow('X_BASE_URL is not an address')
  expect(read).not.toThrow(text)
})

test.each([
  ['http://host', 'http://host/v1'],
  ['http://host/v1', 'http://host/v1'],
  ['http://host/api/v4', 'http://host/api/v4'],
  ['http://host/v1beta/openai', 'http://host/v1beta/openai'],
  ['http://host/vendor', 'http://host/vendor/v1'],
])('%s with a version is %s', (url, expected) => {
  expect(withVersion(url, 'v1')).toBe(expected)
})

test.each(['http://host', 'http://host/v1', 'http://host/api'])('%s is at http://host', (url) => {
  expect(withoutPath(url)).toBe('http://host')
})

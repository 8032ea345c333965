import { expect, test } from 'vitest'
import { notInstalled, readBaseUrl, withoutPath, withVersion } from './provider.ts'

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

test.each([
  [
    'of Node',
    Object.assign(new Error("Cannot find package '@ai-sdk/x' imported from /a.js"), { code: 'ERR_MODULE_NOT_FOUND' }),
  ],
  ['of webpack', Object.assign(new Error("Cannot find module '@ai-sdk/x'"), { code: 'MODULE_NOT_FOUND' })],
  ['of Vite', new Error('Could not resolve "@ai-sdk/x"')],
  ['for an empty module', new TypeError('createX is not a function')],
])('the error %s for a missing package becomes one that names the command that installs it', (_, cause) => {
  expect(notInstalled('@ai-sdk/x', cause)).toMatchObject({
    name: 'ModelError',
    code: 'configuration',
    message: '@ai-sdk/x could not be loaded; run npm install @ai-sdk/x@latest',
    cause,
  })
})

test('the error for a missing peer dependency of a package names the peer', () => {
  const cause = new Error("Cannot find package 'ai' imported from /somewhere/ai-sdk-ollama/dist/index.js")
  expect(notInstalled('ai-sdk-ollama', cause).message).toContain('npm install ai@latest')
})

import { expect, test } from 'vitest'
import { ModelError } from './errors.ts'
import { loadPackage, readBaseUrl, withoutPath, withVersion } from './provider.ts'

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

const missing = 'a-package-that-does-not-exist'

test('loadPackage names a missing package and the command that installs it', async () => {
  const loading = loadPackage(missing, () => import(/* @vite-ignore */ missing))
  await expect(loading).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining(`npm install ${missing}`),
  })
  await expect(loading).rejects.toBeInstanceOf(ModelError)
})

test('loadPackage names a missing peer dependency of the package', async () => {
  const message = "Cannot find package 'ai' imported from /somewhere/ai-sdk-ollama/dist/index.js"
  const error = Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadPackage('ai-sdk-ollama', () => Promise.reject(error))).rejects.toThrow(/npm install ai$/)
})

test('loadPackage rejects with any other error unchanged', async () => {
  const error = new Error('the package is broken')
  await expect(loadPackage(missing, () => Promise.reject(error))).rejects.toBe(error)
})

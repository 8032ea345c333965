import { expect, test } from 'vitest'
import { ModelError } from './errors.ts'
import { loadPackage } from './load-package.ts'

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

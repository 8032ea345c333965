import { expect, test } from 'vitest'
import { ModelError } from './errors.ts'
import { loadPackage } from './load-package.ts'

const missing = 'a-package-that-nobody-has'

test('a package that is missing is named, with the command that installs it', async () => {
  const loading = loadPackage(missing, () => import(/* @vite-ignore */ missing))
  await expect(loading).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining(`npm install ${missing}`),
  })
  await expect(loading).rejects.toBeInstanceOf(ModelError)
})

test('a package that expects another one to be there has that one named', async () => {
  const message = "Cannot find package 'ai' imported from /somewhere/ai-sdk-ollama/dist/index.js"
  const error = Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadPackage('ai-sdk-ollama', () => Promise.reject(error))).rejects.toThrow(/npm install ai$/)
})

test('any other failure is left as it is', async () => {
  const error = new Error('the package is broken')
  await expect(loadPackage(missing, () => Promise.reject(error))).rejects.toBe(error)
})

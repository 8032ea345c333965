import { expect, test } from 'vitest'
import { identify } from './auth.ts'

const request = new Request('http://localhost/')

test('a principal has at most 256 characters', async () => {
  const principal = 'x'.repeat(256)
  expect(await identify(() => principal, request)).toMatchObject({ principal })
  for (const found of [`${principal}x`, { principal: `${principal}x`, scopes: [] }]) {
    await expect(identify(() => found, request)).rejects.toMatchObject({
      name: 'AuthError',
      status: 401,
      message: 'a principal has at most 256 characters; this one has 257',
    })
  }
})

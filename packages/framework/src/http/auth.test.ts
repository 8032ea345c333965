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

test('a principal has no half of a surrogate pair', async () => {
  expect(await identify(() => '\ud83e\udd9c', request)).toMatchObject({ principal: '\ud83e\udd9c' })
  await expect(identify(() => 'ada\ud83e', request)).rejects.toMatchObject({
    name: 'AuthError',
    status: 401,
    message: 'a principal is well-formed Unicode; this one has half of a surrogate pair',
  })
})

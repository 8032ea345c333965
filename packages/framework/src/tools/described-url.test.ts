import { expect, test } from 'vitest'
import { describeUrl } from './described-url.ts'

test.each([
  ['https://pay.example/checkout?id=1#x', 'pay.example', true, []],
  ['https://bank.example@evil.example/', 'evil.example', true, [/goes to evil.example/]],
  ['https://bank.example:443@evil.example:8443/', 'evil.example:8443', true, [/goes to evil.example:8443/]],
  ['https://аpple.com/', 'xn--pple-43d.com', true, [/other alphabets/]],
  ['https://pay.example\\@evil.example/', 'pay.example', true, []],
  ['http://pay.example/', 'pay.example', false, [/not encrypted/]],
  ['http://127.0.0.1:3000/', '127.0.0.1:3000', true, []],
  ['http://127.0.0.1.evil.example/', '127.0.0.1.evil.example', false, [/not encrypted/]],
  ['http://[::1]/', '[::1]', true, []],
])('%s leads to %s', (url, host, isSafe, problems) => {
  const described = describeUrl(url)
  expect(described).toMatchObject({ host, isSafe })
  expect(described.problems).toEqual(problems.map((problem) => expect.stringMatching(problem)))
  expect(described.before + described.host + described.after).toBe(new URL(url).href)
})

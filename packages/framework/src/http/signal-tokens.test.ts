import { expect, test } from 'vitest'
import { createSignalTokens } from './signal-tokens.ts'

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]

test('a token names the run and the signal that it was minted for', () => {
  const tokens = createSignalTokens([newer])
  const token = tokens.mint('run-1', 'paid')
  expect(token).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/)
  expect(tokens.read(token)).toEqual({ runId: 'run-1', name: 'paid' })
})

test('a token is read with an older key after a rotation', () => {
  const token = createSignalTokens([older]).mint('run-1', 'paid')
  expect(createSignalTokens([newer, older]).read(token)).toEqual({ runId: 'run-1', name: 'paid' })
  expect(createSignalTokens([newer]).read(token)).toBe(undefined)
})

test('a token that was changed in any place is refused', () => {
  const tokens = createSignalTokens([newer])
  const token = tokens.mint('run-1', 'paid')
  for (let place = 0; place < token.length - 1; place++) {
    const other = token[place] === 'A' ? 'B' : 'A'
    expect(tokens.read(`${token.slice(0, place)}${other}${token.slice(place + 1)}`)).toBe(undefined)
  }
  for (const text of ['', '.', token.split('.')[0]!, `${token}.x`]) expect(tokens.read(text)).toBe(undefined)
})

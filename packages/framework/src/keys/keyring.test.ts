import { describe, expect, it } from 'vitest'
import { createKeyring, createOwnKeyring, mintSecret } from './keyring.ts'

const data = Buffer.from('the journal')

describe('a keyring', () => {
  it('opens what it sealed', () => {
    const keys = createKeyring([mintSecret()])
    expect(keys.open('kind', keys.seal('kind', data))).toEqual(data)
    expect(keys.open('kind', keys.seal('kind', Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
  })

  it('seals with the newest key, under an id that depends on the secret alone', () => {
    const [old, fresh] = [mintSecret(), mintSecret()]
    const idOf = (secrets: string[]) => createKeyring(secrets).seal('kind', data).split('.')[1]
    expect(idOf([fresh, old])).toBe(idOf([fresh]))
    expect(idOf([fresh])).not.toBe(idOf([old]))
  })

  it('opens with an old key until that is removed', () => {
    const [old, fresh] = [mintSecret(), mintSecret()]
    const sealed = createKeyring([old]).seal('kind', data)
    expect(createKeyring([fresh, old]).open('kind', sealed)).toEqual(data)
    expect(createKeyring([fresh]).open('kind', sealed)).toBeUndefined()
  })

  it('of its own opens what it sealed itself, and nothing of another', () => {
    const [own, other] = [createOwnKeyring(), createOwnKeyring()]
    const sealed = own.seal('kind', data)
    expect(own.open('kind', sealed)).toEqual(data)
    expect(other.open('kind', sealed)).toBeUndefined()
  })

  it('seals the same data differently each time', () => {
    const keys = createKeyring([mintSecret()])
    expect(new Set(Array.from({ length: 100 }, () => keys.seal('kind', data))).size).toBe(100)
  })

  it('does not open under another label or another key id', () => {
    const [one, other] = [mintSecret(), mintSecret()]
    const keys = createKeyring([one, other])
    const sealed = keys.seal('kind', data)
    const otherId = createKeyring([other]).seal('kind', data).split('.')[1]
    expect(keys.open('kine', sealed)).toBeUndefined()
    expect(keys.open('kine', sealed.replace('kind.', 'kine.'))).toBeUndefined()
    expect(keys.open('kind', sealed.replace(/\.[^.]+\./, `.${otherId}.`))).toBeUndefined()
  })

  it.each(['', 'kind', 'kind.', 'kind..', 'kind.id.AAAA', '..', '.'.repeat(1000), 'kind.\0.\0'])(
    'does not open %j',
    (text) => {
      expect(createKeyring([mintSecret()]).open('kind', text)).toBeUndefined()
    },
  )

  it('does not open a text that is cut anywhere', () => {
    const keys = createKeyring([mintSecret()])
    const sealed = keys.seal('kind', data)
    for (let end = 0; end < sealed.length; end++) expect(keys.open('kind', sealed.slice(0, end))).toBeUndefined()
  })

  it.each([
    ['padding', (text: string) => `${text}=`],
    ['a space', (text: string) => `${text} `],
    ['a line end', (text: string) => `${text}\n`],
    ['a dot', (text: string) => `${text}.`],
    ['the other alphabet', (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')],
  ])('takes one spelling only: not with %s', (_, respell) => {
    const keys = createKeyring([mintSecret()])
    const sealed = Array.from({ length: 1000 }, () => keys.seal('kind', data)).find((text) => /-.*_/.test(text))!
    expect(keys.open('kind', sealed)).toEqual(data)
    expect(keys.open('kind', respell(sealed))).toBeUndefined()
  })

  it('refuses a short secret, saying which, and an empty list', () => {
    expect(() => createKeyring([mintSecret(), 'x'.repeat(31)])).toThrow(
      'sealing key 2 has 31 characters; expected at least 32',
    )
    expect(() => createKeyring(['x'.repeat(32)])).not.toThrow()
    expect(() => createKeyring([])).toThrow('expected at least one sealing key')
  })
})

it('mints secrets that are long enough, and never the same', () => {
  const secrets = Array.from({ length: 100 }, mintSecret)
  expect(() => createKeyring(secrets)).not.toThrow()
  expect(new Set(secrets).size).toBe(100)
})

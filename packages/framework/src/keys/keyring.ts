import type { KeyObject } from 'node:crypto'
import { SweatpantsError } from '../tools/errors.ts'
import { nodeCrypto } from './node-crypto.ts'

/** The least number of characters of a secret. */
export const MIN_SECRET = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Seals with the newest of several secrets, and opens with any of them. */
export interface Keyring {
  /**
   * Returns `label.keyId.data`: encrypted, authenticated, of URL-safe characters, and different each time. The label stays
   * readable; the place is authenticated and not part of the text.
   */
  seal(label: string, data: Uint8Array, place?: string): string
  /** Returns the data that was sealed under this label for this place, or `undefined` for any other text. */
  open(label: string, text: string, place?: string): Buffer | undefined
  /** The id of the key that seals. It says nothing about the secret. */
  readonly newest: string
}

interface Key {
  id: string
  secret: KeyObject
}

/**
 * Creates a keyring of secrets, newest first. To rotate, add a new one at the end on every node, then move it to the front, and drop
 * the old one once its states have expired.
 */
export function createKeyring(secrets: readonly string[]): Keyring {
  if (secrets.length === 0) throw new SweatpantsError('expected at least one sealing key; mintSecret() makes one')
  for (const [index, secret] of secrets.entries()) checkSecret(secret, index)
  const kept = [...secrets]
  return keyringOf(() => kept)
}

/** Creates a keyring with a secret of its own, whose seals no other process opens. */
export const createOwnKeyring = (): Keyring => keyringOf(() => [mintSecret()])

/** Creates a keyring that derives its keys with the first use. */
function keyringOf(secrets: () => readonly string[]): Keyring {
  let derived: readonly Key[] | undefined
  const deriveAll = (): readonly Key[] => {
    derived ??= secrets().map(deriveKey)
    return derived
  }
  return {
    get newest() {
      return deriveAll()[0]!.id
    },
    seal(label, data, place) {
      const newest = deriveAll()[0]!
      const iv = mintIv()
      const prefix = `${label}.${newest.id}`
      const cipher = nodeCrypto()
        .createCipheriv(CIPHER, newest.secret, iv, { authTagLength: TAG_BYTES })
        .setAAD(toAssociated(prefix, place))
      const sealed = [iv, cipher.update(data), cipher.final(), cipher.getAuthTag()]
      return `${prefix}.${Buffer.concat(sealed).toString('base64url')}`
    },
    open(label, text, place) {
      const [found, id, data, ...rest] = text.split('.')
      const key = deriveAll().find((known) => known.id === id)
      if (found !== label || key === undefined || data === undefined || rest.length > 0) return undefined
      const sealed = fromBase64Url(data)
      if (sealed === undefined || sealed.length < IV_BYTES + TAG_BYTES) return undefined
      return decrypt(key, toAssociated(`${label}.${id}`, place), sealed)
    },
  }
}

/** A label and a key id have no line break, so that no place can be taken for a part of them. */
const toAssociated = (prefix: string, place: string | undefined): Buffer =>
  Buffer.from(place === undefined ? prefix : `${prefix}\n${place}`)

/** Random bytes for many seals, because one system call costs more than encrypting a state. */
let ivs = Buffer.alloc(0)

function mintIv(): Buffer {
  if (ivs.length === 0) ivs = nodeCrypto().randomBytes(IV_BYTES * 256)
  const iv = ivs.subarray(0, IV_BYTES)
  ivs = ivs.subarray(IV_BYTES)
  return iv
}

/** Returns a new secret for `createKeyring`. */
export const mintSecret = (): string => nodeCrypto().randomBytes(32).toString('base64url')

function checkSecret(secret: string, index: number): void {
  if (secret.length < MIN_SECRET) {
    throw new SweatpantsError(
      `sealing key ${index + 1} has ${secret.length} characters; expected at least ${MIN_SECRET}. mintSecret() makes one`,
    )
  }
}

function deriveKey(secret: string): Key {
  const { createSecretKey, hkdfSync } = nodeCrypto()
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
  const id = derive('sweatpants key id', 6).toString('base64url')
  return { id, secret: createSecretKey(derive('sweatpants sealing key', 32)) }
}

function decrypt(key: Key, associated: Buffer, sealed: Buffer): Buffer | undefined {
  const tagAt = sealed.length - TAG_BYTES
  const decipher = nodeCrypto()
    .createDecipheriv(CIPHER, key.secret, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(associated)
    .setAuthTag(sealed.subarray(tagAt))
  const data = decipher.update(sealed.subarray(IV_BYTES, tagAt))
  try {
    return Buffer.concat([data, decipher.final()])
  } catch {
    // Node throws when the tag does not match.
    return undefined
  }
}

/** Decodes only canonical base64url: Node skips foreign characters and ignores stray bits at the end. */
function fromBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

import type { KeyObject } from 'node:crypto'
import { SweatpantsError } from '../../tools/errors.ts'
import { nodeCrypto } from '../core/node-crypto.ts'

const MIN_SECRET = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Seals with the newest of several secrets, opens what any of them has sealed. */
export interface Keyring {
  /** `label.keyId.data`: encrypted, authenticated, of URL-safe characters, and another text each time. The label stays readable. */
  seal(label: string, data: Uint8Array): string
  /** What was sealed under this label; undefined when the text is anything else. */
  open(label: string, text: string): Buffer | undefined
}

interface Key {
  id: string
  secret: KeyObject
}

/** The secrets are given newest first: rotate by putting a new one in front, and drop the last when its states have expired. */
export function createKeyring(secrets: readonly string[]): Keyring {
  if (secrets.length === 0) throw new SweatpantsError('expected at least one sealing key; mintSecret() makes one')
  for (const [index, secret] of secrets.entries()) checkSecret(secret, index)
  const kept = [...secrets]
  return keyringOf(() => kept)
}

/** Of a secret of its own: what it seals, no other process opens. */
export const createOwnKeyring = (): Keyring => keyringOf(() => [mintSecret()])

/** Keys are derived when the first is used. */
function keyringOf(secrets: () => readonly string[]): Keyring {
  let derived: readonly Key[] | undefined
  const deriveAll = (): readonly Key[] => {
    derived ??= secrets().map(deriveKey)
    return derived
  }
  return {
    seal(label, data) {
      const newest = deriveAll()[0]!
      const iv = mintIv()
      const prefix = `${label}.${newest.id}`
      const cipher = nodeCrypto()
        .createCipheriv(CIPHER, newest.secret, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(prefix))
      const sealed = [iv, cipher.update(data), cipher.final(), cipher.getAuthTag()]
      return `${prefix}.${Buffer.concat(sealed).toString('base64url')}`
    },
    open(label, text) {
      const [found, id, data, ...rest] = text.split('.')
      const key = deriveAll().find((known) => known.id === id)
      if (found !== label || key === undefined || data === undefined || rest.length > 0) return undefined
      const sealed = fromBase64Url(data)
      if (sealed === undefined || sealed.length < IV_BYTES + TAG_BYTES) return undefined
      return decrypt(key, `${label}.${id}`, sealed)
    },
  }
}

/** Drawn many at a time: asking the system for twelve bytes costs more than encrypting a state with them. */
let ivs = Buffer.alloc(0)

function mintIv(): Buffer {
  if (ivs.length === 0) ivs = nodeCrypto().randomBytes(IV_BYTES * 256)
  const iv = ivs.subarray(0, IV_BYTES)
  ivs = ivs.subarray(IV_BYTES)
  return iv
}

/** A secret that `createKeyring` takes. */
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

function decrypt(key: Key, prefix: string, sealed: Buffer): Buffer | undefined {
  const tagAt = sealed.length - TAG_BYTES
  const decipher = nodeCrypto()
    .createDecipheriv(CIPHER, key.secret, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(prefix))
    .setAuthTag(sealed.subarray(tagAt))
  const data = decipher.update(sealed.subarray(IV_BYTES, tagAt))
  try {
    return Buffer.concat([data, decipher.final()])
  } catch {
    // Node has no other way to say that the tag does not match.
    return undefined
  }
}

/** Node skips characters that do not belong and ignores stray bits at the end; only the one canonical text is taken here. */
function fromBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

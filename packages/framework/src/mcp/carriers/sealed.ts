import type { Keyring } from '../../keys/keyring.ts'
import { type Carried, type Carrier, digestBinding, expired, notValid, StateSizeError } from '../core/carrier.ts'

const PLAIN = 'sealed0'
const PACKED = 'sealed1'

/** Loaded with the first state that is large enough to be compressed, so that servers start faster. */
const zlib = () => process.getBuiltinModule('node:zlib')

/** Bytes of JSON from which on compression is worth its time. */
const WORTH_PACKING = 4096

/** Bytes of JSON in one state. A small state that would unpack to more is refused. */
const MAX_CONTENT = 16 * 1024 * 1024

export interface Sealed extends Carried {
  expiresAt: number
}

interface Content extends Sealed {
  binding: string
}

export interface SealedCarrierOptions {
  keys: Keyring
  /** Milliseconds for which a state is valid. */
  ttl: number
  now?: () => number
}

/** Seals the whole run into the state: the client can neither read nor change it, and any process with the key goes on. */
export function createSealedCarrier({ keys, ttl, now = Date.now }: SealedCarrierOptions): Carrier {
  return {
    pack({ recording, rounds, claims, wakeAt = 0 }, binding) {
      const askedAt = now()
      const content: Content = {
        recording,
        rounds,
        claims,
        ...(wakeAt > askedAt && { askedAt }),
        expiresAt: Math.max(askedAt, wakeAt) + ttl,
        binding: digestBinding(binding),
      }
      const json = Buffer.from(JSON.stringify(content))
      if (json.length > MAX_CONTENT) throw new StateSizeError(binding.subject, json.length, MAX_CONTENT)
      return json.length < WORTH_PACKING ? keys.seal(PLAIN, json) : keys.seal(PACKED, zlib().deflateRawSync(json))
    },
    unpack(state, binding) {
      const { recording, rounds, claims, ...content } = openContent(state, keys)
      if (content.binding !== digestBinding(binding)) throw notValid()
      if (now() >= content.expiresAt) throw expired()
      return { recording, rounds, claims, askedAt: content.askedAt ?? content.expiresAt - ttl }
    },
  }
}

/** Returns the content of a sealed state, expired or not. Throws when it was sealed with another key. */
export function inspectSealed(state: string, keys: Keyring): Sealed {
  const { binding: _, ...sealed } = openContent(state, keys)
  return sealed
}

function openContent(state: string, keys: Keyring): Content {
  try {
    const plain = keys.open(PLAIN, state)
    const packed = plain === undefined ? keys.open(PACKED, state) : undefined
    const json = plain ?? (packed && zlib().inflateRawSync(packed, { maxOutputLength: MAX_CONTENT }))
    // Only this server's keys can have sealed it, so it has the form that `pack` gave it.
    if (json !== undefined) return JSON.parse(json.toString()) as Content
  } catch {
    throw notValid()
  }
  throw notValid()
}

import { SweatpantsError } from '../../tools/errors.ts'
import { createMemoryJournal, type Recording } from '../../tools/journal.ts'
import { digestBinding } from './binding.ts'
import type { Carrier } from './carrier.ts'
import type { Keyring } from './keys.ts'
import { expired, notValid } from './refusal.ts'

const PLAIN = 'sealed0'
const PACKED = 'sealed1'

/** Loaded with the first state that is large enough: a server that starts has none. */
const zlib = () => process.getBuiltinModule('node:zlib')

/** Bytes of JSON from which on compressing it makes the state so much shorter that it is worth the time. */
const WORTH_PACKING = 1024

/** Bytes of JSON in one state. A small state that would unpack to more is not unpacked. */
const MAX_CONTENT = 16 * 1024 * 1024

/** The run is too large for a sealed state. */
export class StateSizeError extends SweatpantsError {
  override name = 'StateSizeError'
  constructor(tool: string, size: number) {
    super(
      `the journal of ${tool} is ${size} bytes of JSON, and a sealed state holds ${MAX_CONTENT}; ` +
        "keep large data elsewhere, or use .carrier('stored')",
    )
  }
}

export interface Sealed {
  recording: Recording
  rounds: number
  expiresAt: number
}

interface Content extends Sealed {
  binding: string
}

export interface SealedCarrierOptions {
  keys: Keyring
  /** How long a state is good for, in milliseconds. */
  ttl: number
  now?: () => number
}

/** The whole run travels in the state, unreadable and unchangeable for whoever carries it. Any process with the key goes on. */
export function createSealedCarrier({ keys, ttl, now = Date.now }: SealedCarrierOptions): Carrier {
  return {
    pack(recording, binding, rounds) {
      const content: Content = { recording, rounds, expiresAt: now() + ttl, binding: digestBinding(binding) }
      const json = Buffer.from(JSON.stringify(content))
      if (json.length > MAX_CONTENT) throw new StateSizeError(binding.tool, json.length)
      return json.length < WORTH_PACKING ? keys.seal(PLAIN, json) : keys.seal(PACKED, zlib().deflateRawSync(json))
    },
    unpack(state, binding) {
      const content = openContent(state, keys)
      if (content.binding !== digestBinding(binding)) throw notValid()
      if (now() >= content.expiresAt) throw expired()
      return { journal: createMemoryJournal(content.recording), rounds: content.rounds }
    },
  }
}

/** What is in a sealed state, for whoever has the key, expired or not. */
export function inspectSealed(state: string, keys: Keyring): Sealed {
  const { recording, rounds, expiresAt } = openContent(state, keys)
  return { recording, rounds, expiresAt }
}

function openContent(state: string, keys: Keyring): Content {
  try {
    const plain = keys.open(PLAIN, state)
    const packed = plain === undefined ? keys.open(PACKED, state) : undefined
    const json = plain ?? (packed && zlib().inflateRawSync(packed, { maxOutputLength: MAX_CONTENT }))
    // Only we can have sealed it, so it has the form that `pack` gave it.
    if (json !== undefined) return JSON.parse(json.toString()) as Content
  } catch {
    throw notValid()
  }
  throw notValid()
}

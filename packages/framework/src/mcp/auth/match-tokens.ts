import type { Caller } from '../core/auth.ts'
import { nodeCrypto } from '../core/node-crypto.ts'

/** A `verify` for tokens that are known beforehand. How long it takes tells nothing about them. */
export function matchTokens(callers: Readonly<Record<string, Caller>>): (token: string) => Caller | undefined {
  const known = Object.entries(callers).map(([token, caller]) => ({ hash: hash(token), caller }))
  const { timingSafeEqual } = nodeCrypto()
  return (token) => {
    const asked = hash(token)
    let found: Caller | undefined
    for (const { hash, caller } of known) {
      if (timingSafeEqual(hash, asked)) found = caller
    }
    return found
  }
}

/** Of one length, whatever the token's: `timingSafeEqual` needs that. */
const hash = (token: string): Buffer => nodeCrypto().createHash('sha256').update(token).digest()

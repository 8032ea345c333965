type NodeCrypto = typeof import('node:crypto')

/** Names a signal of a run in a URL. A token cannot be guessed, and says nothing but the run and the name. */
export interface SignalTokens {
  mint(runId: string, name: string): string
  /** Returns what a token names, or `undefined` for a text that no key of these has signed. */
  read(token: string): { runId: string; name: string } | undefined
}

/** Signs tokens with the first of several secrets, and reads tokens of all of them: the `keys` of a server, newest first. */
export function createSignalTokens(keys: readonly [string, ...string[]]): SignalTokens {
  return {
    mint(runId, name) {
      const named = Buffer.from(JSON.stringify([runId, name])).toString('base64url')
      return `${named}.${sign(keys[0], named).toString('base64url')}`
    },
    read(token) {
      const [named = '', signature = '', ...rest] = token.split('.')
      if (rest.length > 0) return undefined
      const signed = Buffer.from(signature, 'base64url')
      const { timingSafeEqual } = crypto()
      const isOurs = keys.some((key) => {
        const expected = sign(key, named)
        return expected.length === signed.length && timingSafeEqual(expected, signed)
      })
      if (!isOurs) return undefined
      // It was signed here, so it is what `mint` wrote.
      const [runId, name] = JSON.parse(Buffer.from(named, 'base64url').toString()) as [string, string]
      return { runId, name }
    },
  }
}

/** Loaded with the first token, so that servers start faster. */
const crypto = (): NodeCrypto => process.getBuiltinModule('node:crypto')

const sign = (key: string, named: string): Buffer =>
  crypto().createHmac('sha256', key).update(`sweatpants signal ${named}`).digest()

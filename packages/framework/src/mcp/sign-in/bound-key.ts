import type { DpopKeyPair } from '@modelcontextprotocol/client'

const ALGORITHM = 'ES256'

/** Creates the key that DPoP tokens are bound to, in the form in which it is kept. */
export async function exportKey(): Promise<Record<string, unknown>> {
  const { exportJWK, generateKeyPair } = await import('jose')
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { ...(await exportJWK(privateKey)) }
}

export async function importKey(key: Record<string, unknown>): Promise<DpopKeyPair> {
  const { calculateJwkThumbprint, importJWK } = await import('jose')
  const { d: _, ...publicJwk } = key
  return {
    // An EC key is never bytes.
    privateKey: (await importJWK(key, ALGORITHM)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, ALGORITHM)) as CryptoKey,
    publicJwk,
    thumbprint: await calculateJwkThumbprint(publicJwk, 'sha256'),
    alg: ALGORITHM,
  }
}

import type { KeyObject } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { nodeCrypto } from '../../keys/node-crypto.ts'
import { SweatpantsError } from '../../tools/errors.ts'

/** The key that checks signatures: the URL of the issuer's keys, the keys themselves, one public key, or a secret. */
export type JwtKey = URL | JSONWebKeySet | KeyObject | Uint8Array

const RSA_PSS = ['PS256', 'PS384', 'PS512']
const RSA = ['RS256', 'RS384', 'RS512', ...RSA_PSS]
const EDWARDS = ['Ed25519', 'EdDSA']
const PUBLIC = [...RSA, 'ES256', 'ES384', 'ES512', ...EDWARDS]
const SECRET = ['HS256', 'HS384', 'HS512']
const CURVES: Record<string, string[]> = { prime256v1: ['ES256'], secp384r1: ['ES384'], secp521r1: ['ES512'] }

/** RFC 7518, 3.2: a secret has at least the size of the hash. */
const MIN_SECRET = 32

/**
 * Returns the algorithms that a token may name, pinned by the kind of key: a token cannot choose `none`, or have a public
 * key taken for a secret.
 */
export function pinAlgorithms(key: JwtKey, wanted?: readonly string[]): string[] {
  const fitting = algorithmsOf(key)
  const foreign = wanted?.filter((algorithm) => !fitting.includes(algorithm)) ?? []
  if (foreign.length > 0) {
    throw new SweatpantsError(`the key cannot check ${foreign.join(', ')}; it can check ${fitting.join(', ')}`)
  }
  return [...(wanted ?? fitting)]
}

function algorithmsOf(key: JwtKey): readonly string[] {
  if (key instanceof Uint8Array) return secretAlgorithms(key.byteLength)
  if (key instanceof nodeCrypto().KeyObject) return keyObjectAlgorithms(key)
  if (key instanceof URL || Array.isArray(key.keys)) return PUBLIC
  throw new SweatpantsError('expected jwks as a URL, a set { keys: […] }, a public KeyObject or a secret')
}

function secretAlgorithms(bytes: number): readonly string[] {
  if (bytes >= MIN_SECRET) return SECRET
  throw new SweatpantsError(`expected a secret of at least ${MIN_SECRET} bytes, got ${bytes}`)
}

function keyObjectAlgorithms(key: KeyObject): readonly string[] {
  if (key.type === 'secret') return secretAlgorithms(key.symmetricKeySize ?? 0)
  if (key.type === 'private') throw new SweatpantsError('expected the public key: a resource server only checks tokens')
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa') return RSA
  if (type === 'rsa-pss') return RSA_PSS
  if (type === 'ed25519') return EDWARDS
  const algorithms = type === 'ec' ? CURVES[details?.namedCurve ?? ''] : undefined
  if (algorithms !== undefined) return algorithms
  throw new SweatpantsError(
    `expected an RSA, EC (P-256, P-384, P-521) or Ed25519 key, got ${details?.namedCurve ?? type}`,
  )
}

/** How this program introduces itself to an authorization server. */
import {
  type AddClientAuthentication,
  type AuthorizationServerMetadata,
  createPrivateKeyJwtAuth,
  isHttpsUrl,
  isStrictScopeSuperset,
  type OAuthClientInformationMixed,
  resolveClientMetadata,
} from '@modelcontextprotocol/client'
import { describeClient, type RegisteredClient, type SignInClient, type SignInOptions } from './create-sign-in.ts'
import { SignInError } from './errors.ts'
import type { SignInRecord } from './vault.ts'

/** A registration, with the authorization server that it belongs to. */
export type ClientInformation = OAuthClientInformationMixed & { issuer?: string | undefined }

/** Returns the client that was registered before: at this authorization server, for this redirect and at least these scopes. */
export function knownClient(
  given: RegisteredClient | undefined,
  kept: SignInRecord['client'],
  { issuer, redirectUrl, scope }: { issuer: string; redirectUrl: string; scope: string | undefined },
): ClientInformation | undefined {
  if (given !== undefined) return toInformation(given, issuer)
  if (kept === undefined || kept.issuer !== issuer || kept.redirectUrl !== redirectUrl) return undefined
  const { client_secret_expires_at: expiresAt = 0, scope: registered } = kept as Registered
  if (registered !== undefined && isStrictScopeSuperset(scope, registered)) return undefined
  return expiresAt !== 0 && expiresAt * 1000 < Date.now() ? undefined : kept
}

/** What an authorization server may say of a registration. */
interface Registered {
  client_secret_expires_at?: number
  scope?: string
}

export function toInformation({ id, secret, issuer: own }: RegisteredClient, issuer: string): ClientInformation {
  if (own !== undefined && own !== issuer) {
    throw new SignInError(`the client "${id}" is registered at ${own}, and the server asks to sign in at ${issuer}`)
  }
  return { client_id: id, ...(secret !== undefined && { client_secret: secret }), issuer }
}

export function toDocumentClient({ metadataUrl }: SignInClient): ClientInformation | undefined {
  if (metadataUrl === undefined) return undefined
  if (!isHttpsUrl(metadataUrl))
    throw new SignInError(`the metadata URL of the client must be https with a path, not ${metadataUrl}`)
  return { client_id: metadataUrl }
}

/** Returns how the program registers itself: without a secret, where the authorization server allows that. */
export function toClientMetadata(
  client: SignInClient,
  redirectUrl: string,
  metadata: AuthorizationServerMetadata | undefined,
) {
  const isPublic = metadata?.token_endpoint_auth_methods_supported?.includes('none')
  const clientMetadata = {
    ...describeClient(client, redirectUrl),
    ...(isPublic && { token_endpoint_auth_method: 'none' }),
  }
  return resolveClientMetadata({ redirectUrl, clientMetadata })
}

/** Returns how the client proves who it is, if it has a key. */
export function authenticate({ client }: SignInOptions): { addClientAuthentication?: AddClientAuthentication } {
  const { id, privateKey } = client?.registered ?? {}
  if (id === undefined || privateKey === undefined) return {}
  const { pem, algorithm } = privateKey
  return {
    addClientAuthentication: createPrivateKeyJwtAuth({ issuer: id, subject: id, privateKey: pem, alg: algorithm }),
  }
}

import { randomBytes } from 'node:crypto'
import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  computeScopeUnion,
  type DpopSession,
  discoverOAuthServerInfo,
  exchangeAuthorization,
  fetchToken,
  type OAuthClientProvider,
  type OAuthTokens,
  refreshAuthorization,
  registerClient,
  resourceUrlFromServerUrl,
  selectClientAuthMethod,
  startAuthorization,
} from '@modelcontextprotocol/client'
import { defined } from '../../tools/defined.ts'
import type { Grant, SignInOptions } from './create-sign-in.ts'
import { SignInError } from './errors.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import {
  authenticate,
  type ClientInformation,
  knownClient,
  toClientMetadata,
  toDocumentClient,
  toInformation,
} from './oauth-client.ts'
import type { Attempt, SignInRecord } from './vault.ts'

/** Tokens of an authorization server. */
export interface Tokens {
  access: string
  refresh?: string
  /** Whether the access token is bound to the key of the record. */
  isBound: boolean
  /** The scopes that were granted. */
  scope?: string
  /** When the access token expires; absent if the authorization server does not say. */
  expiresAt?: number
  /** The name of the person, where the authorization server tells it. */
  as?: string
}

/** The authorization server of an MCP server, and the MCP server as it names itself. */
export interface AuthorizationServer {
  url: string
  issuer: string
  metadata?: KeptMetadata
  resource?: string
}

/** The fields of `KEPT`, of which we read these. */
interface KeptMetadata {
  issuer: string
  revocation_endpoint?: string
  token_endpoint_auth_methods_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
}

/** Milliseconds in which a person must sign in. */
export const ATTEMPT_MS = 10 * 60_000

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The fields of metadata that are needed after discovery. All of them may be too long for the record. */
const KEPT: readonly string[] = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'response_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
]

/** What a request to an authorization server needs beside the record. */
export interface Requesting {
  options: SignInOptions
  dpop: DpopSession | undefined
  /** Reaches only what the MCP server could reach itself. */
  fetchFn: GuardedFetch
}

/** Begins a sign-in: finds the authorization server, registers there if necessary, and returns the address to open. */
export async function beginSignIn(
  requesting: Requesting,
  record: SignInRecord,
  redirectUrl: string,
): Promise<{ url: URL; attempt: Attempt; client: SignInRecord['client'] }> {
  const { server, scope, supportsDocuments, metadata } = await discover(requesting, record)
  const { fetchFn } = requesting
  const { client = {} } = requesting.options
  const known = knownClient(client.registered, record.client, { issuer: server.issuer, redirectUrl, scope })
  const document = supportsDocuments ? toDocumentClient(client) : undefined
  const clientMetadata = toClientMetadata(client, redirectUrl, metadata)
  const information: ClientInformation =
    known ??
    document ??
    (await registerClient(server.url, {
      ...(metadata !== undefined && { metadata }),
      clientMetadata,
      ...(scope !== undefined && { scope }),
      fetchFn,
    }))
  const state = randomBytes(32).toString('base64url')
  const { authorizationUrl, codeVerifier } = await startAuthorization(server.url, {
    ...toRequest(server),
    clientInformation: information,
    redirectUrl,
    state,
    ...(scope !== undefined && { scope }),
  })
  const expiresAt = Date.now() + ATTEMPT_MS
  const bound = { ...information, issuer: server.issuer }
  return {
    url: authorizationUrl,
    attempt: {
      state,
      verifier: codeVerifier,
      redirectUrl,
      server,
      client: bound,
      expiresAt,
      ...(scope !== undefined && { scope }),
    },
    client: { ...bound, redirectUrl },
  }
}

/** Exchanges the code of a redirect for tokens, at the authorization server that the person was sent to. */
export async function exchangeCode(
  requesting: Requesting,
  { server, client, verifier, redirectUrl, scope }: Attempt,
  code: string,
  iss: string | undefined,
): Promise<Tokens> {
  const tokens = await exchangeAuthorization(server.url, {
    ...toTokenRequest(requesting, server),
    clientInformation: client,
    authorizationCode: code,
    codeVerifier: verifier,
    redirectUri: redirectUrl,
    ...(iss !== undefined && { iss }),
  })
  return toTokens(tokens, scope)
}

export async function refreshTokens(
  requesting: Requesting,
  server: AuthorizationServer,
  client: ClientInformation,
  { refresh, scope, as }: Tokens & { refresh: string },
): Promise<Tokens> {
  const tokens = await refreshAuthorization(server.url, {
    ...toTokenRequest(requesting, server),
    clientInformation: client,
    refreshToken: refresh,
  })
  return { ...(as !== undefined && { as }), ...toTokens(tokens, scope) }
}

/** Fetches tokens without a person. */
export async function fetchTokens(
  requesting: Requesting,
  record: SignInRecord,
  grant: Exclude<Grant, { type: 'authorization_code' }>,
): Promise<{ server: AuthorizationServer; tokens: Tokens }> {
  const { server, scope } = await discover(requesting, record)
  const { options, dpop, fetchFn } = requesting
  const { registered } = options.client ?? {}
  const params = new URLSearchParams(
    grant.type === 'client_credentials'
      ? { grant_type: grant.type }
      : {
          grant_type: JWT_BEARER,
          assertion: await grant.assertion({ issuer: server.issuer, resource: server.resource, scope }),
        },
  )
  if (scope !== undefined) params.set('scope', scope)
  // The official client reads no other member for a request that is prepared.
  const provider = {
    clientMetadata: {},
    clientInformation: () => registered && toInformation(registered, server.issuer),
    prepareTokenRequest: () => params,
    ...authenticate(options),
    dpop: () => dpop,
  } as unknown as OAuthClientProvider
  const tokens = await fetchToken(provider, server.url, { ...toRequest(server), fetchFn })
  return { server, tokens: toTokens(tokens, scope) }
}

/** Asks the authorization server to forget the tokens (RFC 7009). */
export async function revokeTokens(
  { options, fetchFn }: Requesting,
  { metadata }: AuthorizationServer,
  client: ClientInformation,
  { refresh, access }: Tokens,
): Promise<void> {
  if (metadata?.revocation_endpoint === undefined) return
  const endpoint = metadata.revocation_endpoint
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const body = new URLSearchParams({ token: refresh ?? access, client_id: client.client_id })
  const { addClientAuthentication } = authenticate(options)
  if (addClientAuthentication === undefined) addSecret(headers, body, client, metadata)
  else await addClientAuthentication(headers, body, endpoint)
  const { ok, status } = await fetchFn(endpoint, { method: 'POST', headers, body })
  if (!ok) throw new SignInError(`the authorization server answered ${status}`)
}

/** The official client does this for requests of tokens alone. */
function addSecret(headers: Headers, body: URLSearchParams, client: ClientInformation, metadata: KeptMetadata): void {
  const { client_id: id, client_secret: secret } = client
  if (secret === undefined) return
  const method = selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? [])
  if (method !== 'client_secret_basic') return body.set('client_secret', secret)
  headers.set('authorization', `Basic ${btoa(`${id}:${secret}`)}`)
}

/** Finds the authorization server of the MCP server, and the scopes to ask it for. */
async function discover({ options, fetchFn }: Requesting, { needed, tokens }: SignInRecord) {
  const { url, scope: wanted } = options
  const { resourceMetadataUrl } = needed ?? {}
  const found = await discoverOAuthServerInfo(url, {
    fetchFn,
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
  })
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found
  const resource = resourceMetadata?.resource
  if (resource !== undefined) checkResource(url, resource)
  const kept = metadata && keep(metadata)
  const server: AuthorizationServer = {
    url: authorizationServerUrl,
    issuer: metadata?.issuer ?? authorizationServerUrl,
    ...defined({ metadata: kept, resource }),
  }
  const named = needed?.scope ?? resourceMetadata?.scopes_supported?.join(' ')
  // Scopes that were granted before are asked for again, so that they are not lost.
  const base = computeScopeUnion(tokens?.scope, named || wanted)
  const canStay = base !== undefined && metadata?.scopes_supported?.includes('offline_access')
  const scope = computeScopeUnion(base, canStay ? 'offline_access' : undefined)
  return { server, scope, metadata, supportsDocuments: metadata?.client_id_metadata_document_supported === true }
}

function keep(metadata: AuthorizationServerMetadata): KeptMetadata {
  const fields = Object.entries(metadata).filter(([key]) => KEPT.includes(key))
  return { issuer: metadata.issuer, ...Object.fromEntries(fields) }
}

function checkResource(url: string | URL, resource: string): void {
  const requestedResource = resourceUrlFromServerUrl(url)
  if (!URL.canParse(resource) || !checkResourceAllowed({ requestedResource, configuredResource: resource })) {
    throw new SignInError(
      `the metadata of ${requestedResource.href} is about another server, ${JSON.stringify(resource)}`,
    )
  }
}

const toRequest = ({ metadata, resource }: AuthorizationServer) => ({
  // The record keeps the fields that these requests read.
  ...(metadata !== undefined && { metadata: metadata as unknown as AuthorizationServerMetadata }),
  ...(resource !== undefined && { resource }),
})

const toTokenRequest = ({ options, dpop, fetchFn }: Requesting, server: AuthorizationServer) => ({
  ...toRequest(server),
  ...authenticate(options),
  ...(dpop !== undefined && { dpop }),
  fetchFn,
})

/** An authorization server that grants the scope that was asked for may leave it out. */
function toTokens(
  { access_token, refresh_token, token_type, scope, expires_in, id_token }: OAuthTokens,
  asked: string | undefined,
): Tokens {
  const granted = scope ?? asked
  const as = id_token === undefined ? undefined : nameIn(id_token)
  return {
    access: access_token,
    isBound: token_type.toLowerCase() === 'dpop',
    ...defined({ refresh: refresh_token, scope: granted }),
    ...(expires_in !== undefined && { expiresAt: Date.now() + expires_in * 1000 }),
    ...(as !== undefined && { as }),
  }
}

const MAX_NAME = 100

/** Returns the name in an ID token, which is shown and never trusted. */
function nameIn(token: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const name: unknown = claims.email ?? claims.preferred_username ?? claims.name
    return typeof name === 'string' ? name.slice(0, MAX_NAME) : undefined
  } catch {
    return undefined
  }
}

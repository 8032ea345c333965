import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from '../install.ts'

const VERSIONS = { 'oidc-provider': '9.13.3' }

/** The parts of `oidc-provider` that are used here; its types are a package of their own. */
interface Provider {
  callback(): RequestListener
  on(event: string, listener: (ctx: Context) => void): void
  RefreshToken: { adapter: { revokeByGrantId(id: string): Promise<void> } }
}

interface Context {
  body: { access_token?: string; refresh_token?: string }
  oidc: { params: { grant_type: string }; entities: { Grant: { jti: string } } }
}

export interface AuthorizationServer extends AsyncDisposable {
  readonly issuer: string
  /** The grants for which tokens were issued, in their order. */
  readonly grants: string[]
  /** All tokens that were issued. */
  readonly tokens: string[]
  /** Seconds for which access tokens are valid. */
  lifetime: number
  /** Revokes all refresh tokens. */
  revoke(): Promise<void>
}

const SCOPES = 'notes:read notes:write'

/** Starts `oidc-provider`, with registration, rotated refresh tokens and pages to sign in by any name. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const folder = await installPackages(VERSIONS)
  const entry = join(folder, 'node_modules/oidc-provider/lib/index.js')
  const { default: Provider } = (await import(pathToFileURL(entry).href)) as {
    default: new (issuer: string, options: object) => Provider
  }
  const grants: string[] = []
  const tokens: string[] = []
  const granted = new Set<string>()
  let lifetime = 3600
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    scopes: ['openid', 'offline_access', ...SCOPES.split(' ')],
    ttl: { AccessToken: () => lifetime, RefreshToken: 3600, Grant: 3600, Session: 3600, Interaction: 600 },
    cookies: { keys: ['a key of a test'] },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    clientDefaults: { grant_types: ['authorization_code', 'refresh_token'] },
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: async () => true,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          scope: SCOPES,
          audience: resource,
          accessTokenTTL: lifetime,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
  provider.on('grant.success', ({ body, oidc }) => {
    grants.push(oidc.params.grant_type)
    granted.add(oidc.entities.Grant.jti)
    for (const token of [body.access_token, body.refresh_token]) if (token !== undefined) tokens.push(token)
  })
  server.on('request', provider.callback())
  return {
    issuer,
    grants,
    tokens,
    get lifetime() {
      return lifetime
    },
    set lifetime(seconds) {
      lifetime = seconds
    },
    async revoke() {
      for (const id of granted) await provider.RefreshToken.adapter.revokeByGrantId(id)
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

import type { Store } from '../../log/log.ts'

/** A client that was registered at an authorization server beforehand. */
export interface RegisteredClient {
  id: string
  secret?: string
  /** Signs an assertion in place of a secret (`private_key_jwt`). */
  privateKey?: { pem: string; algorithm: string }
  /** The only authorization server that may receive the secret. Without it, the MCP server names the one that does. */
  issuer?: string
}

/** How this program introduces itself to authorization servers. */
export interface SignInClient {
  /** Shown to the person who signs in. Default "Sweatpants". */
  name?: string
  /** The https URL of a Client ID Metadata Document, used where the authorization server accepts one. */
  metadataUrl?: string
  /** Without it, the program registers itself. */
  registered?: RegisteredClient
}

/** What an assertion is made for. */
export interface AssertionRequest {
  /** The authorization server. */
  issuer: string
  /** The MCP server, as its metadata names it. */
  resource: string | undefined
  scope: string | undefined
}

/** How tokens are obtained. */
export type Grant =
  | {
      /** A person signs in with a browser. */
      type: 'authorization_code'
      /**
       * Where the authorization server sends the browser back to; the program passes the query to `finish`. Default: where it
       * did at the last sign-in.
       */
      redirectUrl?: string
      /**
       * Takes the person to the address, and resolves to the query of the redirect: for a program that can wait, such as one
       * at a terminal. Without it, a request that needs a sign-in fails with a `SignInNeededError`, and the call of a hosted tool
       * asks the person to open the address.
       */
      authorize?: (url: URL) => Promise<URLSearchParams>
    }
  | {
      /** The program signs in as itself. */
      type: 'client_credentials'
    }
  | {
      /** The program signs in with an assertion of another issuer: a workload identity, or an ID-JAG of a company. */
      type: 'jwt_bearer'
      assertion: (request: AssertionRequest) => Promise<string>
    }

export interface SignInOptions {
  /** The MCP server. */
  url: string | URL
  grant: Grant
  client?: SignInClient
  /** Keeps the tokens, encrypted, so that every process that shares the store is signed in. */
  store: Store
  /** The secrets that encrypt the tokens, newest first. */
  keys: readonly string[]
  /** Who signs in. A sign-in of one principal cannot be read as that of another. */
  principal?: string
  /** Scopes to ask for if the server names none. */
  scope?: string
  /** Whether tokens are bound to a key (DPoP), so that a stolen token is useless. Default false. */
  dpop?: boolean
}

/** `needed`: the server has refused a request. `expired`: the access token has, and cannot be refreshed. */
export type SignInState =
  | { type: 'signed_out' }
  | { type: 'needed'; scope?: string }
  | { type: 'expired' }
  | { type: 'signed_in'; issuer: string; as?: string; scope?: string }

/** The authorization of one principal at one MCP server. */
export interface SignIn {
  readonly url: string
  /** Milliseconds that a request may take longer, because it waits for a person. */
  readonly patience: number
  state(): Promise<SignInState>
  /** Prepares a sign-in, and returns the address that the person must open. */
  begin(): Promise<URL>
  /** Ends a sign-in with the query of the redirect. Rejects with a `SignInError`. */
  finish(query: URLSearchParams): Promise<void>
  /** Resolves once the principal is signed in, by any process; rejects when the signal aborts. */
  signedIn(signal: AbortSignal): Promise<void>
  /** Deletes the tokens, and revokes them if the authorization server can. */
  end(): Promise<void>
  /** Sends a request to the MCP server with the tokens; refreshes them once, for all processes, when they have expired. */
  fetch(send: typeof fetch, url: string | URL, init?: RequestInit): Promise<Response>
}

/** The fields of a client that its registration and its document share (RFC 7591). */
export const describeClient = ({ name = 'Sweatpants' }: SignInClient, redirectUrl: string) => ({
  client_name: name,
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

/** Returns the Client ID Metadata Document of a client, for a program that serves it at `client.metadataUrl`. */
export const toClientDocument = (client: SignInClient & { metadataUrl: string }, redirectUrl: string) => ({
  client_id: client.metadataUrl,
  ...describeClient(client, redirectUrl),
  token_endpoint_auth_method: 'none',
})

/** Creates the sign-in for an MCP server that asks for one (OAuth 2.1).
 *
 * ```ts
 * const grant = { type: 'authorization_code', redirectUrl: 'https://app.example/signed-in' } as const
 * const signIn = await createSignIn({ url: 'https://mcp.example/mcp', grant, store, keys })
 * const address = await signIn.begin() // open it; at the redirect: await signIn.finish(query)
 * await using server = await connectMcp({ url: signIn.url, signIn })
 * ```
 */
export async function createSignIn(options: SignInOptions): Promise<SignIn> {
  // The official client is loaded here, so that programs which only serve tools start without it.
  const { OAuthSignIn } = await import('./oauth-sign-in.ts')
  return new OAuthSignIn(options)
}

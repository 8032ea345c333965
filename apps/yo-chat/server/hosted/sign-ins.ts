import type { Store } from '@sweatpants/framework/chat'
import { createKeyring, createSignIn, type SignIn, type SignInState, toClientDocument } from '@sweatpants/framework/mcp'
import { idOf, type ServerAddress } from './address.ts'

export interface SignInsOptions {
  store: Store
  /** Encrypt tokens and headers in the store, newest first. */
  keys: readonly string[]
  /** The name of the app, which authorization servers show. */
  appName: string
}

/** How the page shows a sign-in. `at`: the host of the authorization server. */
export type ShownSignIn =
  | { type: 'needed'; scope?: string }
  | { type: 'expired' }
  | { type: 'signed_in'; at: string; as?: string }

const HEADERS = 'headers1'

/** The secrets of the app at servers: tokens, and headers that people gave. They are never sent to the page. */
export class SignIns {
  readonly #options: SignInsOptions
  readonly #keyring: ReturnType<typeof createKeyring>

  constructor(options: SignInsOptions) {
    this.#options = options
    this.#keyring = createKeyring(options.keys)
  }

  /**
   * Returns the sign-in for a server; `undefined` for a command, and for a server that is authorized by a header. `origin` is
   * where the browser finds the app: the authorization server sends it back there. Without it, where it was sent the last time.
   */
  async of(address: ServerAddress, origin?: string): Promise<SignIn | undefined> {
    if (!('url' in address) || Object.keys(address.headers ?? {}).some(isAuthorization)) return undefined
    const { store, keys, appName } = this.#options
    const { redirectUrl, metadataUrl } = origin === undefined ? {} : toUrls(address, origin)
    const client = { name: appName, ...(metadataUrl !== undefined && { metadataUrl }), ...address.client }
    const grant = { type: 'authorization_code', ...(redirectUrl !== undefined && { redirectUrl }) } as const
    return createSignIn({ url: address.url, grant, client, store, keys })
  }

  /** Returns what authorization servers read about the app, for the sign-in to one server. */
  describeApp(address: ServerAddress, origin: string) {
    const { redirectUrl, documentUrl } = toUrls(address, origin)
    return toClientDocument({ name: this.#options.appName, metadataUrl: documentUrl }, redirectUrl)
  }

  async show(address: ServerAddress): Promise<ShownSignIn | undefined> {
    const signIn = await this.of(address)
    return signIn && toShown(await signIn.state())
  }

  sealHeaders(url: string, headers: Readonly<Record<string, string>>): string {
    return this.#keyring.seal(HEADERS, Buffer.from(JSON.stringify(headers)), url)
  }

  /** Returns no headers if they were sealed with a key that is gone; the server then refuses the requests. */
  openHeaders(url: string, sealed: string): Record<string, string> {
    const opened = this.#keyring.open(HEADERS, sealed, url)
    return opened === undefined ? {} : JSON.parse(opened.toString())
  }
}

/** `metadataUrl`: the document, where authorization servers accept its address. */
function toUrls(address: ServerAddress, origin: string) {
  const server = `${origin}/api/app/servers/${idOf(address)}`
  const documentUrl = `${server}/client.json`
  const isPublic = origin.startsWith('https:')
  return { redirectUrl: `${server}/signed-in`, documentUrl, ...(isPublic && { metadataUrl: documentUrl }) }
}

const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization'

function toShown(state: SignInState): ShownSignIn | undefined {
  if (state.type === 'signed_out') return undefined
  if (state.type !== 'signed_in') return state
  const { as, issuer } = state
  return { type: 'signed_in', at: new URL(issuer).host, ...(as !== undefined && { as }) }
}

import { createHash } from 'node:crypto'
import { createKeyring, type Keyring } from '../../keys/keyring.ts'
import { appendOrCreate } from '../../log/append-or-create.ts'
import type { Log, Store } from '../../log/log.ts'
import { waitAtMost } from '../../tools/maybe-promise.ts'
import type { AuthorizationServer, Tokens } from './oauth.ts'
import type { ClientInformation } from './oauth-client.ts'

/** A sign-in that a person has begun and not ended. */
export interface Attempt {
  state: string
  verifier: string
  redirectUrl: string
  server: AuthorizationServer
  client: ClientInformation
  scope?: string
  expiresAt: number
}

/** All that is kept of a sign-in. */
export interface SignInRecord {
  /** The registration of this program at an authorization server. */
  client?: ClientInformation & { redirectUrl?: string }
  server?: AuthorizationServer
  tokens?: Tokens
  /** What the MCP server asked for when it refused a request. */
  needed?: { scope?: string; resourceMetadataUrl?: string }
  attempt?: Attempt
  /** The process that fetches tokens, and when it has given up at the latest. */
  fetching?: { by: string; until: number }
  /** The private key of DPoP, as a JWK. */
  key?: Record<string, unknown>
}

type SignInEvent = { type: 'sign_in_changed' }

const LABEL = 'sign-in1'

/**
 * Keeps the record of a sign-in in the store, encrypted also where the store is not. The record is the register of a stream,
 * so a new one replaces the old one; each change appends an event, so of two changes at once one is repeated.
 */
export class Vault {
  readonly #log: Log<SignInEvent>
  readonly #keyring: Keyring
  readonly #principal: string | undefined
  readonly #id: string

  constructor(store: Store, keys: readonly string[], principal: string | undefined, url: string) {
    this.#log = store.log<SignInEvent>('mcp-sign-ins')
    this.#keyring = createKeyring(keys)
    this.#principal = principal
    this.#id = createHash('sha256')
      .update(JSON.stringify([principal ?? null, url]))
      .digest('hex')
      .slice(0, 32)
  }

  /** Returns the record; an empty one if there is none, or none that these keys can decrypt. */
  async read(): Promise<SignInRecord> {
    return (await this.#read()).record
  }

  /** Replaces the record by what `change` returns, and resolves to it. `change` is called again if the record has changed. */
  async update(change: (record: SignInRecord) => SignInRecord): Promise<SignInRecord> {
    for (;;) {
      const { record, head } = await this.#read()
      const changed = change(record)
      if (changed === record || (await this.#write(changed, head))) return changed
    }
  }

  async clear(): Promise<void> {
    await this.#log.delete(this.#id)
  }

  /** Resolves when the record may have changed, after some milliseconds, or when the signal aborts. */
  async changed(patience: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.#log.watch(this.#id, () => resolve())
    await waitAtMost(patience, promise, signal)
    stop()
  }

  async #read(): Promise<{ record: SignInRecord; head: number | undefined }> {
    const found = await this.#log.get(this.#id)
    if (found === undefined) return { record: {}, head: undefined }
    const opened = this.#keyring.open(LABEL, String(found.register), this.#id)
    return { record: opened === undefined ? {} : JSON.parse(opened.toString()), head: found.head }
  }

  /** Resolves to `false` if the record has changed since it was read. */
  #write(record: SignInRecord, head: number | undefined): Promise<boolean> {
    return appendOrCreate(this.#log, this.#id, head, {
      ...(this.#principal !== undefined && { principal: this.#principal }),
      about: {},
      register: this.#keyring.seal(LABEL, Buffer.from(JSON.stringify(record)), this.#id),
      events: [{ type: 'sign_in_changed' }],
    })
  }
}

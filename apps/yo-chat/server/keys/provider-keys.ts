import { type Log, LogConflictError, type Store, StreamExistsError } from '@sweatpants/framework/log'
import { createKeyring } from '@sweatpants/framework/mcp'
import { keyOf, PROVIDERS, type Provider } from '@sweatpants/framework/models'

export type Env = Readonly<Record<string, string | undefined>>

export interface ProviderKeysOptions {
  store: Store
  /** Encrypt the API keys in the store, newest first. */
  keys: readonly string[]
  /** The environment, whose API keys take precedence. */
  env: Env
}

/** An API key as the page shows it: never the key itself. */
export interface ProviderKeyInfo {
  provider: string
  title: string
  /** Where the provider gives out keys. */
  keyPage?: string
  /** The environment variable that may hold the key. */
  variable: string
  /** Where the key that is used comes from. `unreadable`: it is stored, and the secret that opens it is gone. */
  source: 'environment' | 'page' | 'unreadable' | 'none'
  /** The last characters of a key from the page. */
  ending?: string
  /** Whether a key from the page is stored that the one of the environment replaces. */
  hasUnused: boolean
}

/** A provider that takes a key. */
export type KeyedProvider = Provider & Required<Pick<Provider, 'keys'>>

/** `sealed` is encrypted for its provider. */
interface KeptKey {
  sealed: string
  ending?: string
}

type Kept = Readonly<Record<string, KeptKey>>

type KeyEvent = { type: 'key_set' | 'key_removed'; provider: string }

const STREAM = 'keys'
const LABEL = 'apikey1'

/** Characters at the end of a key that the page shows, and the length of a key that is long enough for it. */
const SHOWN = 4
const LONG = 24

export const KEYED: readonly KeyedProvider[] = PROVIDERS.filter(
  (provider): provider is KeyedProvider => provider.keys !== undefined,
)

/**
 * API keys that people enter in the page, for all users of the app. They are in the header of one stream, which a change replaces as a whole: a removed
 * key is not in the history, and every process that shares the store uses the same keys.
 */
export class ProviderKeys {
  readonly #log: Log<KeyEvent>
  readonly #keyring: ReturnType<typeof createKeyring>
  readonly #environment: Env
  #kept: Kept = {}
  #head = 0

  private constructor({ store, keys, env }: ProviderKeysOptions) {
    this.#log = store.log<KeyEvent>('provider-keys')
    this.#keyring = createKeyring(keys)
    this.#environment = env
  }

  static async open(options: ProviderKeysOptions): Promise<ProviderKeys> {
    const keys = new ProviderKeys(options)
    try {
      await keys.#log.create(STREAM, { about: {}, events: [] })
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
    }
    await keys.read()
    return keys
  }

  /** The number of changes so far, as they were last read. */
  get version(): number {
    return this.#head
  }

  /** The environment with the keys of the page, for `resolveModel`. A key of the environment takes precedence. */
  get env(): Env {
    const added = KEYED.flatMap((provider) => {
      const key = keyOf(provider, this.#environment) === undefined ? this.#open(provider.name) : undefined
      return key === undefined ? [] : [[provider.keys[0], key]]
    })
    return { ...this.#environment, ...Object.fromEntries(added) }
  }

  /** Reads the current keys, which another process may have changed. */
  async read(): Promise<void> {
    const row = await this.#log.get(STREAM)
    // A read that took longer than a later one has an older row.
    if (row === undefined || row.head <= this.#head) return
    this.#kept = row.about as unknown as Kept
    this.#head = row.head
  }

  describe({ name, title, keyPage, keys }: KeyedProvider): ProviderKeyInfo {
    const variable = keys.find((candidate) => this.#environment[candidate]?.trim()) ?? keys[0]
    const kept = this.#kept[name]
    const source = keyOf({ keys }, this.#environment) !== undefined ? 'environment' : this.#sourceOf(name)
    return {
      provider: name,
      title,
      ...(keyPage !== undefined && { keyPage }),
      variable,
      source,
      ...(source === 'page' && kept?.ending !== undefined && { ending: kept.ending }),
      hasUnused: source === 'environment' && kept !== undefined,
    }
  }

  /** Stores a key, encrypted. Resolves when it is durable. */
  set({ name }: KeyedProvider, key: string): Promise<void> {
    const sealed = this.#keyring.seal(LABEL, Buffer.from(key), name)
    const ending = key.length < LONG ? undefined : key.slice(-SHOWN)
    const kept: KeptKey = { sealed, ...(ending !== undefined && { ending }) }
    return this.#change({ type: 'key_set', provider: name }, (all) => ({ ...all, [name]: kept }))
  }

  remove({ name }: KeyedProvider): Promise<void> {
    return this.#change({ type: 'key_removed', provider: name }, ({ [name]: _, ...others }) => others)
  }

  /** Calls the listener when the keys may have changed. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    return this.#log.watch(STREAM, listener)
  }

  /** Another process may change the keys at the same time; then the change is made to what that one wrote. */
  async #change(event: KeyEvent, change: (kept: Kept) => Kept): Promise<void> {
    for (;;) {
      await this.read()
      try {
        const about = JSON.parse(JSON.stringify(change(this.#kept)))
        await this.#log.append(STREAM, { head: this.#head, events: [event], about })
        return await this.read()
      } catch (error) {
        if (!(error instanceof LogConflictError)) throw error
      }
    }
  }

  #open(provider: string): string | undefined {
    const kept = this.#kept[provider]
    return kept && this.#keyring.open(LABEL, kept.sealed, provider)?.toString()
  }

  #sourceOf(provider: string): 'page' | 'unreadable' | 'none' {
    if (this.#kept[provider] === undefined) return 'none'
    return this.#open(provider) === undefined ? 'unreadable' : 'page'
  }
}

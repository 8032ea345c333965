import { randomUUID } from 'node:crypto'
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

/** The stream of the key of each provider. */
type Index = Readonly<Record<string, string>>

type KeyEvent = { type: 'key_set' | 'key_removed'; provider: string }

const INDEX = 'index'
const LABEL = 'apikey1'

/** Milliseconds after which a stream that the index does not name belongs to no change that is still being made. */
const LEFTOVER = 3_600_000

/** Characters at the end of a key that the page shows, and the length of a key that is long enough for it. */
const SHOWN = 4
const LONG = 24

export const KEYED: readonly KeyedProvider[] = PROVIDERS.filter(
  (provider): provider is KeyedProvider => provider.keys !== undefined,
)

/**
 * API keys that people enter in the page, for all users of the app. Every process that shares the store uses the same keys.
 *
 * Some stores keep each header that a stream ever had, so each key has a stream of its own, which never changes and is deleted with the key. The header of
 * the index says which stream each provider uses. A new key is stored before the index names it, and an old one is deleted after
 * that: a process that is killed in between loses no key. It may leave a stream, which a later start or change deletes.
 */
export class ProviderKeys {
  readonly #log: Log<KeyEvent>
  readonly #keyring: ReturnType<typeof createKeyring>
  readonly #environment: Env
  #index: Index = {}
  /** By stream. A key is missing if its stream is gone although the index names it. */
  #kept: ReadonlyMap<string, KeptKey> = new Map()
  #head = 0

  private constructor({ store, keys, env }: ProviderKeysOptions) {
    this.#log = store.log<KeyEvent>('provider-keys')
    this.#keyring = createKeyring(keys)
    this.#environment = env
  }

  static async open(options: ProviderKeysOptions): Promise<ProviderKeys> {
    const keys = new ProviderKeys(options)
    try {
      await keys.#log.create(INDEX, { about: {}, events: [] })
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
    }
    await keys.read()
    await keys.#sweep()
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
    let tried = this.#head
    for (;;) {
      const row = await this.#log.get(INDEX)
      // A read that took longer than a later one has an older row.
      if (row === undefined || row.head <= this.#head) return
      // Only this class writes streams of this kind.
      const index = row.about as Index
      const streams = Object.values(index)
      const found = await Promise.all(streams.map((stream) => this.#kept.get(stream) ?? this.#readKey(stream)))
      // A key that was replaced meanwhile is gone: the index names another one then.
      if (found.includes(undefined) && row.head !== tried) {
        tried = row.head
        continue
      }
      if (row.head <= this.#head) return
      this.#kept = new Map(streams.flatMap((stream, i) => (found[i] === undefined ? [] : [[stream, found[i]]])))
      this.#index = index
      this.#head = row.head
      return
    }
  }

  async #readKey(stream: string): Promise<KeptKey | undefined> {
    return (await this.#log.get(stream))?.about as KeptKey | undefined
  }

  describe({ name, title, keyPage, keys }: KeyedProvider): ProviderKeyInfo {
    const variable = keys.find((candidate) => this.#environment[candidate]?.trim()) ?? keys[0]
    const kept = this.#find(name)
    const source = keyOf({ keys }, this.#environment) !== undefined ? 'environment' : this.#sourceOf(name)
    return {
      provider: name,
      title,
      ...(keyPage !== undefined && { keyPage }),
      variable,
      source,
      ...(source === 'page' && kept?.ending !== undefined && { ending: kept.ending }),
      hasUnused: source === 'environment' && this.#index[name] !== undefined,
    }
  }

  /** Stores a key, encrypted. Resolves when it is durable and the one before is deleted. */
  async set({ name }: KeyedProvider, key: string): Promise<void> {
    const sealed = this.#keyring.seal(LABEL, Buffer.from(key), name)
    const ending = key.length < LONG ? undefined : key.slice(-SHOWN)
    const stream = randomUUID()
    await this.#log.create(stream, { about: { sealed, ...(ending !== undefined && { ending }) }, events: [] })
    await this.#change({ type: 'key_set', provider: name }, (index) => ({ ...index, [name]: stream }))
  }

  /** Resolves when the key is deleted. */
  remove({ name }: KeyedProvider): Promise<void> {
    return this.#change({ type: 'key_removed', provider: name }, ({ [name]: _, ...others }) => others)
  }

  /** Calls the listener when the keys may have changed. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    return this.#log.watch(INDEX, listener)
  }

  /** Another process may change the keys at the same time; then the change is made to what that one wrote. */
  async #change(event: KeyEvent, change: (index: Index) => Index): Promise<void> {
    for (;;) {
      await this.read()
      const replaced = this.#index[event.provider]
      try {
        await this.#log.append(INDEX, { head: this.#head, events: [event], about: change(this.#index) })
      } catch (error) {
        if (!(error instanceof LogConflictError)) throw error
        continue
      }
      if (replaced !== undefined) await this.#log.delete(replaced)
      await this.read()
      return this.#sweep()
    }
  }

  /** Deletes the streams that processes left which were killed during a change. */
  async #sweep(): Promise<void> {
    const named = new Set([INDEX, ...Object.values(this.#index)])
    const before = Date.now() - LEFTOVER
    for (const { id, createdAt } of await this.#log.list(undefined)) {
      if (!named.has(id) && createdAt < before) await this.#log.delete(id)
    }
  }

  #find(provider: string): KeptKey | undefined {
    const stream = this.#index[provider]
    return stream === undefined ? undefined : this.#kept.get(stream)
  }

  #open(provider: string): string | undefined {
    const kept = this.#find(provider)
    return kept && this.#keyring.open(LABEL, kept.sealed, provider)?.toString()
  }

  #sourceOf(provider: string): 'page' | 'unreadable' | 'none' {
    if (this.#index[provider] === undefined) return 'none'
    return this.#open(provider) === undefined ? 'unreadable' : 'page'
  }
}

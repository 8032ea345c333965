import { randomBytes } from 'node:crypto'
import type { Log, Store } from '@sweatpants/framework/log'

interface About {
  sessionId: string
}

/**
 * The links by which a conversation can be read. A link is a stream whose id cannot be guessed: creating and deleting one is a single
 * write, so a conversation is shared or not, whenever the process dies.
 */
export class Shares {
  readonly #log: Log<never>

  constructor(store: Store) {
    this.#log = store.log('share')
  }

  /** Resolves to the token of a conversation's link. */
  async find(sessionId: string): Promise<string | undefined> {
    const shares = await this.#log.list(undefined)
    return shares.find(({ about }) => (about as unknown as About).sessionId === sessionId)?.id
  }

  /** Resolves to the token of its link, which is created unless there is one. */
  async create(sessionId: string): Promise<string> {
    const known = await this.find(sessionId)
    if (known !== undefined) return known
    const token = randomBytes(24).toString('base64url')
    await this.#log.create(token, { about: { sessionId }, events: [] })
    return token
  }

  async revoke(sessionId: string): Promise<void> {
    // Two requests at the same time may have created two.
    for (let token = await this.find(sessionId); token !== undefined; token = await this.find(sessionId)) {
      await this.#log.delete(token)
    }
  }

  async sessionOf(token: string): Promise<string | undefined> {
    const about = (await this.#log.get(token))?.about
    return about === undefined ? undefined : (about as unknown as About).sessionId
  }
}

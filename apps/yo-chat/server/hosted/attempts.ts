import { hostname } from 'node:os'
import type { Log, Store } from '@sweatpants/framework/log'

/** What a marker says about the process that made it. */
type Marker = { serverId: string; process: string; pid: number; host: string }

/** Names this process: a process id is used again, in a container at every start. */
const PROCESS = crypto.randomUUID()

/** Milliseconds after which an attempt of another machine has ended, in one way or the other. */
const LONGEST_ATTEMPT = 120_000

/**
 * Marks in the store that a process connects to a server. A marker whose process is gone says that the process ended while it
 * connected, and that the server may be the reason.
 */
export class Attempts {
  readonly #log: Log<never>
  readonly #open = new Set<string>()

  constructor(store: Store) {
    this.#log = store.log<never>('mcp-attempts')
  }

  /** Runs an attempt between its marker and the end of the marker. */
  async mark<T>(serverId: string, attempt: () => Promise<T>): Promise<T> {
    const id = `${serverId}-${crypto.randomUUID()}`
    const about: Marker = { serverId, process: PROCESS, pid: process.pid, host: hostname() }
    this.#open.add(id)
    await this.#log.create(id, { about, events: [] })
    try {
      return await attempt()
    } finally {
      await this.#end(id)
    }
  }

  /** Returns the servers to which a process connected when it ended, and removes their markers. */
  async takeCrashed(): Promise<string[]> {
    const markers = await this.#log.list(undefined)
    const crashed = markers.filter(({ about, createdAt }) => hasEnded(about as Marker, createdAt))
    await Promise.all(crashed.map(({ id }) => this.#log.delete(id)))
    return [...new Set(crashed.map(({ about }) => (about as Marker).serverId))]
  }

  /** Removes the markers of this process, which ends in good order. */
  async clear(): Promise<void> {
    await Promise.all([...this.#open].map((id) => this.#end(id)))
  }

  async #end(id: string): Promise<void> {
    if (this.#open.delete(id)) await this.#log.delete(id)
  }
}

function hasEnded({ process: owner, pid, host }: Marker, createdAt: number): boolean {
  if (owner === PROCESS) return false
  if (host !== hostname()) return Date.now() - createdAt > LONGEST_ATTEMPT
  return pid === process.pid || !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is alive, and may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

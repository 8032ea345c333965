import { hostname } from 'node:os'
import type { Log, Store } from '@sweatpants/framework/log'

/** What a process does with a server while it has a marker: it connects, or waits for the reply to a request of a call. */
export type Activity = 'connecting' | 'calling'

/** What a marker says about the process that made it. `until`: the activity has ended by then, in one way or the other. */
type Marker = { serverId: string; activity: Activity; process: string; pid: number; host: string; until: number }

/** A process that ended during an activity with a server. */
export interface Crash {
  serverId: string
  activity: Activity
}

/** Names this process: a process id is used again, in a container at every start. */
const PROCESS = crypto.randomUUID()

/**
 * Marks in the store that a process is busy with a server. A marker whose process is gone says that the process ended
 * meanwhile, and that the server may be the reason.
 */
export class Attempts {
  readonly #log: Log<never>
  readonly #open = new Set<string>()

  constructor(store: Store) {
    this.#log = store.log<never>('mcp-attempts')
  }

  /** Runs an attempt, which takes at most so many milliseconds, between its marker and the end of the marker. */
  async mark<T>(serverId: string, activity: Activity, longest: number, attempt: () => Promise<T>): Promise<T> {
    const id = `${serverId}-${crypto.randomUUID()}`
    const until = Date.now() + longest
    const about: Marker = { serverId, activity, process: PROCESS, pid: process.pid, host: hostname(), until }
    this.#open.add(id)
    await this.#log.create(id, { about, events: [] })
    try {
      return await attempt()
    } finally {
      await this.#end(id)
    }
  }

  /** Returns the processes that ended during an activity, each once for a server and activity, and removes their markers. */
  async takeCrashed(): Promise<Crash[]> {
    const markers = await this.#log.list(undefined)
    const crashed = markers.filter(({ about }) => hasEnded(about as Marker))
    await Promise.all(crashed.map(({ id }) => this.#log.delete(id)))
    const crashes = crashed.map(({ about }): [string, Crash] => {
      const { serverId, activity, process: owner } = about as Marker
      return [`${serverId} ${activity} ${owner}`, { serverId, activity }]
    })
    return [...new Map(crashes).values()]
  }

  /** Removes the markers of this process, which ends in good order. */
  async clear(): Promise<void> {
    await Promise.all([...this.#open].map((id) => this.#end(id)))
  }

  async #end(id: string): Promise<void> {
    if (this.#open.delete(id)) await this.#log.delete(id)
  }
}

function hasEnded({ process: owner, pid, host, until }: Marker): boolean {
  if (owner === PROCESS) return false
  if (host !== hostname()) return Date.now() > until
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

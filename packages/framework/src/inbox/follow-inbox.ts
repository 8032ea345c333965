import type { Allowance } from '../http/allowance.ts'
import { HEARTBEAT, streamEvents, toEvent } from '../http/event-stream.ts'
import type { Store } from '../log/log.ts'
import { Changes } from '../tools/changes.ts'
import { type Answerer, listQuestions } from './questions.ts'

/** Milliseconds for which changes are gathered. */
const GATHER = 50

export interface FollowOptions {
  /** Milliseconds between two looks at the inbox. */
  heartbeat: number
  /** Ends the stream. */
  signal: AbortSignal
  /** Counts the streams. */
  allowance: Allowance
  /** The name under which the reader is counted. */
  caller: string | undefined
  onError: (error: unknown) => void
}

/**
 * Returns server-sent events: the first page of an inbox at once and whenever it has changed. It is looked at again with
 * every heartbeat, because questions expire and streams are deleted without a notification.
 */
export function followInbox(
  store: Store,
  answerer: Required<Answerer>,
  { heartbeat, signal, ...counted }: FollowOptions,
): ReadableStream<Uint8Array> {
  let sent: string | undefined
  let hasLeft = false
  const changes = new Changes()
  const stops: (() => void)[] = []
  const begin = () => {
    changes.tell()
    stops.push(...answerer.names.map((name) => store.questions.watch(name, changes.tell)))
  }
  const leave = () => {
    for (const stop of stops) stop()
    hasLeft = true
    changes.tell()
  }
  const isOver = () => hasLeft || signal.aborted

  async function next(): Promise<Uint8Array | undefined> {
    const hasChanged = await changes.next(signal, heartbeat)
    if (hasChanged && sent !== undefined && !isOver()) await new Promise((resolve) => setTimeout(resolve, GATHER))
    // The store may be closed by now.
    if (isOver()) return undefined
    const page = JSON.stringify(await listQuestions(store, answerer))
    const event = page === sent ? HEARTBEAT : toEvent(`data: ${page}`)
    sent = page
    return event
  }

  return streamEvents({ ...counted, begin, next, leave })
}

import type { Allowance } from '../http/allowance.ts'
import { HEARTBEAT, streamEvents, toEvent } from '../http/event-stream.ts'
import type { Store } from '../log/log.ts'
import { LONGEST_TIMER } from '../tools/clock.ts'
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
  let wake = () => {}
  let isStale = true
  const change = () => {
    isStale = true
    wake()
  }
  const stops: (() => void)[] = []
  const abort = () => wake()
  const begin = () => {
    stops.push(...answerer.names.map((name) => store.questions.watch(name, change)))
    signal.addEventListener('abort', abort)
  }
  const leave = () => {
    signal.removeEventListener('abort', abort)
    for (const stop of stops) stop()
    wake()
  }

  /** Resolves to whether something may have changed; otherwise it is time for a heartbeat. */
  async function rest(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, Math.min(heartbeat, LONGEST_TIMER))
    if (isStale || signal.aborted) resolve()
    await promise
    clearTimeout(timer)
    return isStale
  }

  async function next(): Promise<Uint8Array | undefined> {
    const hasChanged = await rest()
    if (signal.aborted) return undefined
    if (hasChanged && sent !== undefined) await new Promise((resolve) => setTimeout(resolve, GATHER))
    isStale = false
    const page = JSON.stringify(await listQuestions(store, answerer))
    const event = page === sent ? HEARTBEAT : toEvent(`data: ${page}`)
    sent = page
    return event
  }

  return streamEvents({ ...counted, begin, next, leave })
}

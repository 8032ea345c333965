import type { Clock } from '@sweatpants/framework'
import {
  Connection,
  type ConnectionStatus,
  type PageVisibility,
  type RefusedError,
  type Requests,
  Visibility,
} from '@sweatpants/framework/chat'
import type { Session } from '../session/session.ts'
import { applyEvent, type Place, parsePlace } from './apply-event.ts'

export interface DebateSnapshot {
  /** None until it is loaded. */
  session?: Session
  connection: ConnectionStatus
  /** Why the server ended it. */
  refusal?: RefusedError
}

/** A debate as it goes on, in the form that `useSyncExternalStore` takes. */
export interface DebateStore {
  subscribe(listener: () => void): () => void
  /** Another object when something has changed, and only then. */
  getSnapshot(): DebateSnapshot
  close(): void
}

export interface DebateStoreOptions {
  requests: Requests
  clock: Clock
  random: () => number
  page: PageVisibility | undefined
  onError: (error: unknown) => void
}

/** Follows a debate while its page is seen, until it is closed. */
export function openDebate(
  sessionId: string,
  { requests, clock, random, page, onError }: DebateStoreOptions,
): DebateStore {
  const listeners = new Set<() => void>()
  let snapshot: DebateSnapshot = { connection: 'connecting' }

  function show(change: Partial<DebateSnapshot>): void {
    const isSame = Object.entries(change).every(([key, value]) => snapshot[key as keyof DebateSnapshot] === value)
    if (isSame) return
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }

  const connection: Connection<Place> = new Connection({
    requests,
    random,
    path: `/sessions/${encodeURIComponent(sessionId)}`,
    state: { lsn: 0 },
    parseState: parsePlace,
    apply: applyEvent,
    onState: ({ session }) => show(session === undefined ? {} : { session }),
    onStatus: (status, refusal) => show({ connection: status, ...(refusal !== undefined && { refusal }) }),
    onError,
  })
  const visibility = new Visibility({
    page,
    clock,
    onHidden: () => connection.pause(),
    onSeen: () => connection.resume(),
  })
  visibility.watch()
  if (visibility.isHidden) connection.pause()

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    close() {
      visibility.stop()
      connection.close()
      show({ connection: 'closed' })
    },
  }
}

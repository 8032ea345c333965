import type { Clock } from '@sweatpants/framework'
import {
  Connection,
  type ConnectionStatus,
  type PageVisibility,
  PatchError,
  type RefusedError,
  type Requests,
  Visibility,
} from '@sweatpants/framework/chat'
import { type DebateState, emptyDebate, reduceDebate } from '../session/debate-state.ts'
import type { Session } from '../session/session.ts'
import { type ShownSession, toStatus } from '../session/session-state.ts'

export interface DebateSnapshot {
  /** Absent until it is loaded. */
  session?: Session
  connection: ConnectionStatus
  /** Why the server refused it. */
  refusal?: RefusedError
}

/** A debate that is followed, in the form that `useSyncExternalStore` takes. */
export interface DebateStore {
  subscribe(listener: () => void): () => void
  /** Returns another object only when something has changed. */
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

/** Follows a debate while its page is visible, until it is closed. */
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

  const connection: Connection<DebateState> = new Connection({
    requests,
    random,
    path: `/sessions/${encodeURIComponent(sessionId)}`,
    state: emptyDebate,
    parseState,
    apply: (state, lsn, event) => reduceDebate(state, event, lsn),
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

/** A session that a server sent. */
export interface ShownReply {
  session: ShownSession
}

export const readSession = ({ session }: ShownReply): Session => ({ ...session, status: toStatus(session.status) })

/** Parses the session that a server sent, and its place. */
function parseState(answer: unknown): DebateState {
  const { session, lsn } = (answer ?? {}) as Partial<ShownReply & { lsn: number }>
  // The server is ours, so an object with an id is a session.
  if (typeof session?.id === 'string' && typeof lsn === 'number') return { session: readSession({ session }), lsn }
  throw new PatchError('expected { session, lsn } from the server')
}

import type { Broadcast, Log } from '../log/log.ts'
import { Changes } from '../tools/changes.ts'
import { CommandError, type NewCommand, parseCommand } from './command.ts'
import { toOwnerState } from './owner-view.ts'
import type { Patch } from './patch.ts'
import { applyBroadcast } from './reduce.ts'
import type { Sessions } from './sessions.ts'
import type { ChatState } from './state.ts'

/** A session of a chat in this process, as its owner sees it: what a page has over HTTP. */
export interface ChatSession {
  readonly sessionId: string
  /** Creates the session unless it exists. Rejects with a `CommandError` `not_found` if the id belongs to another principal. */
  create(): Promise<void>
  /** Resolves to the state now. Rejects with a `CommandError` `not_found` if there is no such session. */
  state(): Promise<ChatState>
  /**
   * Yields the state now and after every change, until `signal` aborts or the session is deleted. Waits for a session that does not
   * exist yet. A slow reader gets the newest state and not each one in between.
   */
  follow(signal: AbortSignal): AsyncGenerator<ChatState, void, void>
  /** Resolves to the place of the command in the log once it is stored. Rejects with a `CommandError` if it is refused. */
  command(command: NewCommand): Promise<number>
  /** Resolves to the data of an attachment as base64, by the digest of `keptOf(block)`; to `undefined` if there is none. */
  attachment(digest: string): Promise<string | undefined>
  /** Deletes the session with its runs. */
  delete(): Promise<void>
}

export interface ChatSessionOptions {
  sessions: Sessions
  log: Pick<Log<Patch>, 'watch' | 'listen'>
  readAttachment: (sessionId: string, digest: string) => Promise<string | undefined>
}

export function createChatSession(
  { sessions, log, readAttachment }: ChatSessionOptions,
  sessionId: string,
  principal: string | undefined,
): ChatSession {
  return {
    sessionId,
    async state() {
      await sessions.refuseForeign(sessionId, principal)
      return toOwnerState(await sessions.read(sessionId))
    },
    async create() {
      await sessions.create(principal, sessionId)
    },
    async *follow(signal) {
      let last: ChatState | undefined
      let createdAt: number | undefined
      let heard: Broadcast<Patch>[] = []
      let isStale = true
      const changes = new Changes()
      const unwatch = log.watch(sessionId, () => {
        isStale = true
        changes.tell()
      })
      const unlisten = log.listen(sessionId, (broadcast) => {
        // A newer record has the pieces before it, so a reader that does not read holds those of one checkpoint.
        heard = [...heard.filter(({ after }) => after >= broadcast.after), broadcast]
        changes.tell()
      })
      try {
        while (!signal.aborted) {
          let now = last
          if (isStale) {
            isStale = false
            createdAt = await sessions.refuseForeign(sessionId, principal, createdAt).catch(ifMissing)
            if (createdAt === undefined && last !== undefined) return
            // It goes on from the last state, which has what was broadcast since.
            const read = createdAt === undefined ? undefined : await sessions.read(sessionId, last)
            if (read !== undefined && read !== last) now = toOwnerState(read)
          }
          // A broadcast waits for the record that it follows.
          const lsn = now?.lsn ?? 0
          const ready = heard.filter(({ after }) => after <= lsn)
          heard = heard.filter(({ after }) => after > lsn)
          for (const { event } of ready) now = now && applyBroadcast(now, event)
          if (now === last) await changes.next(signal)
          else {
            last = now
            if (now !== undefined) yield now
          }
        }
      } finally {
        unwatch()
        unlisten()
      }
    },
    async command(command) {
      await sessions.refuseForeign(sessionId, principal)
      return sessions.command(sessionId, parseCommand({ commandId: crypto.randomUUID(), ...command }))
    },
    async attachment(digest) {
      await sessions.refuseForeign(sessionId, principal)
      return readAttachment(sessionId, digest)
    },
    async delete() {
      await sessions.refuseForeign(sessionId, principal)
      await sessions.delete(sessionId)
    },
  }
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof CommandError && error.code === 'not_found')) throw error
}

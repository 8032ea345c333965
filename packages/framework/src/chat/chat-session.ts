import type { Log } from '../log/log.ts'
import { CommandError, type NewCommand, parseCommand } from './command.ts'
import { toOwnerState } from './owner-view.ts'
import type { Patch } from './patch.ts'
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
  /** Deletes the session with its runs. */
  delete(): Promise<void>
}

export function createChatSession(
  { sessions, log }: { sessions: Sessions; log: Pick<Log<Patch>, 'watch'> },
  sessionId: string,
  principal: string | undefined,
): ChatSession {
  async function state(): Promise<ChatState> {
    await sessions.refuseForeign(sessionId, principal)
    return toOwnerState(await sessions.read(sessionId))
  }
  return {
    sessionId,
    state,
    async create() {
      await sessions.create(principal, sessionId)
    },
    async *follow(signal) {
      let lsn = 0
      let wake = () => {}
      const unwatch = log.watch(sessionId, () => wake())
      const stop = () => wake()
      signal.addEventListener('abort', stop)
      try {
        while (!signal.aborted) {
          // Created before the read, so that a patch that is appended meanwhile is not missed.
          const { promise, resolve } = Promise.withResolvers<void>()
          wake = resolve
          const now = await state().catch(ifMissing)
          if (now === undefined && lsn > 0) return
          if (now !== undefined && now.lsn > lsn) {
            lsn = now.lsn
            yield now
          } else await promise
        }
      } finally {
        unwatch()
        signal.removeEventListener('abort', stop)
      }
    },
    async command(command) {
      await sessions.refuseForeign(sessionId, principal)
      return sessions.command(sessionId, parseCommand({ commandId: crypto.randomUUID(), ...command }))
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

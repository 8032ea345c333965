import type { ChatSession } from '../chat/chat-session.ts'
import type { ChatClient } from '../chat/client/client.ts'
import type { NewCommand } from '../chat/command.ts'
import { codeOf, ifLate } from '../chat/refusal.ts'
import type { ChatState } from '../chat/state.ts'
import { Changes } from '../tools/changes.ts'

/** A session as a transport uses it: over HTTP in a page, or in the process of the server. */
export interface ChatSource {
  /** Resolves to the newest state that is known, or to `undefined` if the session does not exist yet. */
  state(): Promise<ChatState | undefined>
  /** Yields the newest state after each change, until `signal` aborts. */
  follow(signal: AbortSignal): AsyncGenerator<ChatState, void, void>
  /** Resolves to the place of the command in the log, or to 0 if what it is about has ended. Creates the session if it is missing. */
  command(command: NewCommand): Promise<number>
  /** Resolves to the data of an attachment as base64. */
  attachment(digest: string): Promise<string | undefined>
}

/** The client retries while the server cannot be reached. */
export function fromClient(client: ChatClient, attachment: ChatSource['attachment']): ChatSource {
  async function* follow(signal: AbortSignal): AsyncGenerator<ChatState, void, void> {
    let last: ChatState | undefined
    for await (const { state } of watch(client, signal)) {
      if (state.lsn > 0 && state !== last) {
        last = state
        yield state
      }
    }
  }
  return {
    follow,
    attachment,
    async state() {
      const { state } = client.getSnapshot()
      if (state.lsn > 0) return state
      for await (const snapshot of watch(client, new AbortController().signal)) {
        if (snapshot.state.lsn > 0) return snapshot.state
        if (snapshot.connection === 'absent') return undefined
      }
      return undefined
    },
    async command(command) {
      const outcome = await client.command(command)
      return outcome.type === 'taken' ? outcome.lsn : 0
    },
  }
}

/** Yields the newest snapshot after each change. Throws the refusal of the server. */
async function* watch(client: ChatClient, signal: AbortSignal) {
  const changes = new Changes()
  const unsubscribe = client.subscribe(changes.tell)
  try {
    while (!signal.aborted) {
      const snapshot = client.getSnapshot()
      if (snapshot.refusal !== undefined) throw snapshot.refusal
      yield snapshot
      await changes.next(signal)
    }
  } finally {
    unsubscribe()
  }
}

export function fromSession(session: ChatSession): ChatSource {
  return {
    follow: (signal) => session.follow(signal),
    attachment: (digest) => session.attachment(digest),
    state: () => session.state().catch((error) => (codeOf(error) === 'not_found' ? undefined : Promise.reject(error))),
    async command(command) {
      await session.create()
      return session.command(command).catch(ifLate)
    },
  }
}

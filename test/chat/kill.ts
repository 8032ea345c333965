import type { SessionLog, Store } from '@sweatpants/framework/chat'
import { takeNote } from './notes.ts'

/**
 * When a server kills itself: at the write that brings a log to its patch `at`, or at the write of a journal that is its
 * `at`th. `lost`: it is not on disk. `unheard`: it is, and whoever wrote it never hears so.
 */
export interface Kill {
  of: 'log' | 'journal'
  at: number
  when: 'lost' | 'unheard'
}

export interface WatchedOptions {
  kill: Kill | undefined
  /** The file for notes. */
  notes: string
  onAppended: (events: readonly unknown[]) => void
}

/** SIGKILL cannot be handled, and nothing after it runs. */
const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** The store, as a process sees it that dies at one of its writes. */
export function watchStore(store: Store, { kill, notes, onAppended }: WatchedOptions): Store {
  const isNow = (of: Kill['of'], when: Kill['when'], at: number) =>
    kill?.of === of && kill.when === when && at >= kill.at && die()
  let written = 0

  function watchLog<E>(log: SessionLog<E>): SessionLog<E> {
    return {
      ...log,
      async create(sessionId, session) {
        isNow('log', 'lost', session.events.length)
        const appended = await log.create(sessionId, session)
        isNow('log', 'unheard', appended.lsn)
        return appended
      },
      async append(sessionId, append) {
        const head = (await log.get(sessionId))?.head ?? 0
        isNow('log', 'lost', head + append.events.length)
        const appended = await log.append(sessionId, append)
        isNow('log', 'unheard', appended.lsn)
        onAppended(append.events)
        return appended
      },
    }
  }

  return {
    ...store,
    log: (kind) => watchLog(store.log(kind)),
    runs: {
      ...store.runs,
      journal(runId) {
        const journal = store.runs.journal(runId)
        return {
          read: () => journal.read(),
          append(revision, write) {
            isNow('journal', 'lost', ++written)
            const place = written
            const finish = () => {
              takeNote(notes, { type: 'written', runId })
              for (const entry of write.entries) {
                if (entry.type !== 'value' || entry.kind !== 'step') continue
                takeNote(notes, { type: 'recorded', idempotencyKey: `${runId}/${entry.at}` })
              }
              isNow('journal', 'unheard', place)
            }
            const writing = journal.append(revision, write)
            return writing === undefined ? finish() : writing.then(finish)
          },
        }
      },
    },
  }
}

import type { Log, Store } from '@sweatpants/framework/log'
import { takeNote } from './notes.ts'

type MaybePromise<T> = T | Promise<T>

/** What is looked at of a record in a run's stream. */
interface RunRecord {
  type: string
  kind?: string
  at?: string
}

/**
 * When a server kills itself: at the write that brings a log to its patch `at`, or at the write of a journal that is its
 * `at`th. `lost`: it is not on disk. `unheard`: it is, and its writer gets no reply.
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
}

/** SIGKILL cannot be handled, and nothing after it runs. */
const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** The store, as a process sees it that dies at one of its writes. */
export function watchStore(store: Store, { kill, notes }: WatchedOptions): Store {
  const isNow = (of: Kill['of'], when: Kill['when'], at: number) =>
    kill?.of === of && kill.when === when && at >= kill.at && die()
  let written = 0

  function watchLog<E>(log: Log<E>): Log<E> {
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
        return appended
      },
    }
  }

  /** The entries of runs are told apart from the log: a chat's turns and calls have journals of their own. */
  function watchJournals(log: Log<RunRecord>): Log<RunRecord> {
    const watch = async <T>(runId: string, events: readonly RunRecord[], write: () => MaybePromise<T>): Promise<T> => {
      isNow('journal', 'lost', ++written)
      const place = written
      const result = await write()
      takeNote(notes, { type: 'written', runId })
      for (const entry of events) {
        if (entry.type !== 'value' || entry.kind !== 'step') continue
        takeNote(notes, { type: 'recorded', idempotencyKey: `${runId}/${entry.at}` })
      }
      isNow('journal', 'unheard', place)
      return result
    }
    return {
      ...log,
      create: (runId, run) => watch(runId, run.events, () => log.create(runId, run)),
      append: (runId, append) => watch(runId, append.events, () => log.append(runId, append)),
    }
  }

  return {
    ...store,
    log: <E>(kind: string) =>
      kind === 'run' ? (watchJournals(store.log(kind)) as unknown as Log<E>) : watchLog(store.log<E>(kind)),
  }
}

import { describe, expect, test } from 'vitest'
import { createMemoryLog } from '../chat/memory-log.ts'
import { type Append, LogConflictError, type SessionLog } from '../chat/session-log.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractEvent, sessionLogContract } from './session-log-contract.ts'

type Log = SessionLog<ContractEvent>

/** What a faulty log does differently. It is made once for each storage. */
type Fault = (log: Log) => Partial<Log>

/** A memory log answers at once. */
const at = <T>(value: MaybePromise<T>): T => value as T

const onAppend =
  (change: (append: Append<ContractEvent>) => Append<ContractEvent>): Fault =>
  (log) => ({ append: (sessionId, append) => log.append(sessionId, change(append)) })

/** Each fault with the case that is there to find it. */
const faults: Record<string, { fault: Fault; found: string }> = {
  'numbers from 0': {
    fault: (log) => ({
      read: (...args) => at(log.read(...args)).map(({ lsn, event }) => ({ lsn: lsn - 1, event })),
    }),
    found: 'begins a session with its first events, numbered from 1',
  },
  'makes up a principal': {
    fault: (log) => ({
      get: (sessionId) => at(log.get(sessionId)) && { principal: '', ...at(log.get(sessionId))! },
    }),
    found: 'begins a session of nobody in particular, without events',
  },
  'replaces a session': {
    fault: (log) => ({
      create(sessionId, session) {
        log.delete(sessionId)
        return log.create(sessionId, session)
      },
    }),
    found: 'refuses to begin a session that there is, and does not change it',
  },
  'begins a session with an append': {
    fault: (log) => ({
      append: (sessionId, { events }) => log.create(sessionId, { about: null, events }),
    }),
    found: 'knows nothing of a session that there is not',
  },
  'answers with the first place': {
    fault: (log) => ({
      append(sessionId, append) {
        const { lsn, repeated } = at(log.append(sessionId, append))
        return { lsn: lsn - append.events.length + 1, repeated }
      },
    }),
    found: 'numbers events in the order in which they are appended',
  },
  'reads all at once': {
    fault: (log) => ({ read: (sessionId, after) => log.read(sessionId, after) }),
    found: 'reads what comes after a place, at most as much as it is asked for',
  },
  'does not look at the head': {
    fault: onAppend(({ head, ...append }) => append),
    found: 'refuses an append at any head but the present one, and is not changed by it',
  },
  'looks at the head before it writes instead of while it writes': {
    fault: (log) => ({
      async append(sessionId, { head, ...append }) {
        const found = at(log.get(sessionId))!.head
        await Promise.resolve()
        if (head !== undefined && head !== found) throw new LogConflictError(sessionId, head, found)
        return log.append(sessionId, append)
      },
    }),
    found: 'lets one of two appends at the same head go on',
  },
  'answers a repeated command with the head': {
    fault: (log) => ({
      append(sessionId, append) {
        const { lsn, repeated } = at(log.append(sessionId, append))
        return { lsn: repeated ? at(log.get(sessionId))!.head : lsn, repeated }
      },
    }),
    found: 'appends a command once, and answers as the first time whatever has happened since',
  },
  'looks for a command before it writes instead of while it writes': {
    fault: (log) => ({
      async append(sessionId, { head, commandId, ...append }) {
        const lsn = at(log.find(sessionId, commandId!))
        await Promise.resolve()
        return lsn === undefined ? log.append(sessionId, append) : { lsn, repeated: true }
      },
    }),
    found: 'appends a command once when it comes several times at the same moment',
  },
  'knows a command before its events': {
    fault: (log) => ({
      append(sessionId, { commandId, ...append }) {
        const known = at(log.append(sessionId, { events: [], ...(commandId !== undefined && { commandId }) }))
        return known.repeated ? known : log.append(sessionId, append)
      },
    }),
    found: 'does not know a command that was refused',
  },
  'knows a command in every session': {
    fault: (log) => {
      const known = new Set<string>()
      return {
        append(sessionId, append) {
          if (known.has(append.commandId!)) return { lsn: 2, repeated: true }
          known.add(append.commandId!)
          return log.append(sessionId, append)
        },
      }
    },
    found: 'keeps sessions apart',
  },
  'forgets what is shown': {
    fault: onAppend((append) => ({ about: null, ...append })),
    found: 'keeps what is shown of a session until something else is to be shown',
  },
  'does not say when a session was changed': {
    fault: (log) => ({
      get(sessionId) {
        const record = at(log.get(sessionId))
        return record && { ...record, updatedAt: record.createdAt }
      },
    }),
    found: 'says when a session was begun and when it was last changed',
  },
  'lists in another order': {
    fault: (log) => ({ list: (...args) => at(log.list(...args)).reverse() }),
    found: 'lists the sessions of a principal, the latest changed first',
  },
  'counts those of others': {
    fault: (log) => ({ count: () => at(log.list('ada')).length + at(log.list('bob')).length }),
    found: 'counts the sessions of a principal',
  },
  'takes an event as it is later': {
    fault: (log) => ({
      async append(sessionId, append) {
        await Promise.resolve()
        return log.append(sessionId, append)
      },
    }),
    found: 'takes an event as it is when it is appended',
  },
  'replaces lone surrogates': {
    fault: (log) => ({
      read: (...args) =>
        at(log.read(...args)).map(({ lsn, event }) => ({ lsn, event: { ...event, type: event.type.toWellFormed() } })),
    }),
    found: 'keeps any text',
  },
  'writes the last of those that append at once': {
    fault: (log) => {
      let last: Append<ContractEvent> | undefined
      return {
        async append(sessionId, append) {
          last = append
          await Promise.resolve()
          if (last !== append) return { lsn: at(log.get(sessionId))!.head + 1, repeated: false }
          return log.append(sessionId, append)
        },
      }
    },
    found: 'loses nothing and leaves no gap when many append at once',
  },
  'keeps the last snapshot': {
    fault: () => {
      const kept = new Map<string, Awaited<ReturnType<Log['snapshot']>>>()
      return {
        snapshot: (sessionId) => kept.get(sessionId),
        keepSnapshot: (sessionId, lsn, state) => void kept.set(sessionId, { lsn, state }),
      }
    },
    found: 'keeps the newest snapshot',
  },
  'keeps any snapshot': {
    fault: (log) => {
      const kept = new Map<string, Awaited<ReturnType<Log['snapshot']>>>()
      return {
        snapshot: (sessionId) => log.get(sessionId) && kept.get(sessionId),
        keepSnapshot(sessionId, lsn, state) {
          if (lsn > (kept.get(sessionId)?.lsn ?? 0)) kept.set(sessionId, { lsn, state })
        },
      }
    },
    found: 'keeps no snapshot of what is not in the log',
  },
  'knows the commands of a deleted session': {
    fault: (log) => {
      const known = new Map<string, number>()
      return {
        append(sessionId, append) {
          const appended = at(log.append(sessionId, append))
          known.set(`${sessionId} ${append.commandId}`, appended.lsn)
          return appended
        },
        find: (sessionId, commandId) => known.get(`${sessionId} ${commandId}`),
      }
    },
    found: 'deletes all of one session, which can then begin anew',
  },
  'wakes once': {
    fault: (log) => ({
      watch(sessionId, listener) {
        const stop = log.watch(sessionId, () => {
          stop()
          listener()
        })
        return stop
      },
    }),
    found: 'wakes who watches, each time that the log grows',
  },
  'wakes nobody when a session is gone': {
    fault: (log) => ({
      watch: (sessionId, listener) => log.watch(sessionId, () => void (at(log.get(sessionId)) && listener())),
    }),
    found: 'wakes who watches when the session is deleted',
  },
  'wakes nobody on another node': {
    fault: () => ({ watch: () => () => {} }),
    found: 'wakes who watches on another node',
  },
  'does not stop': {
    fault: (log) => ({
      watch(sessionId, listener) {
        log.watch(sessionId, listener)
        return () => {}
      },
    }),
    found: 'wakes everybody who watches, and nobody who has stopped',
  },
  'gives a session to anybody': {
    fault: (log) => ({ acquire: (sessionId) => log.acquire(sessionId, 'anybody') }),
    found: 'gives a session to one node of those that are alive',
  },
  'looks who drives before it gives instead of while it gives': {
    fault: (log) => {
      const drivers = new Map<string, string>()
      return {
        async acquire(sessionId, node) {
          const driver = drivers.get(sessionId) ?? node
          await Promise.resolve()
          drivers.set(sessionId, node)
          return driver === node ? log.acquire(sessionId, 'anybody') : undefined
        },
      }
    },
    found: 'gives a session to one of two nodes that ask at once',
  },
  'gives the same fence again': {
    fault: (log) => {
      const given = new Map<string, number>()
      return {
        acquire(sessionId, node) {
          const fence = given.get(`${sessionId} ${node}`) ?? at(log.acquire(sessionId, node))
          if (fence !== undefined) given.set(`${sessionId} ${node}`, fence)
          return fence
        },
      }
    },
    found: 'gives a session to its node again, with a larger fence',
  },
  'never takes a node for lapsed': {
    fault: (log) => ({ beat: (node) => log.beat(node, Number.MAX_SAFE_INTEGER) }),
    found: 'gives the session of a node that has lapsed to another, with a larger fence',
  },
  'goes by the first beat': {
    fault: (log) => {
      const known = new Set<string>()
      return {
        beat(node, ttl) {
          if (!known.has(node)) log.beat(node, ttl)
          known.add(node)
        },
      }
    },
    found: 'leaves a session with its node for as long as that says that it is alive',
  },
  'takes a node that acquires for alive': {
    fault: (log) => ({
      acquire(sessionId, node) {
        log.beat(node, 1_000)
        return log.acquire(sessionId, node)
      },
    }),
    found: 'takes a node for lapsed that never said that it is alive',
  },
  'releases nothing': {
    fault: () => ({ release() {} }),
    found: 'gives a session that was released to another at once',
  },
  'releases for any fence': {
    fault: (log) => {
      let last = 0
      return {
        acquire(sessionId, node) {
          const fence = at(log.acquire(sessionId, node))
          last = fence ?? last
          return fence
        },
        release: (sessionId) => log.release(sessionId, last),
      }
    },
    found: 'releases nothing for a fence that is not the last',
  },
  'does not look at the fence': {
    fault: onAppend(({ fence, ...append }) => append),
    found: 'appends with the last fence, or with none, and refuses any other',
  },
  'counts the fences of each session': {
    fault: (log) => {
      const counted = new Map<string, { count: number; fence: number }>()
      return {
        acquire(sessionId, node) {
          const fence = at(log.acquire(sessionId, node))!
          const count = (counted.get(sessionId)?.count ?? 0) + 1
          counted.set(sessionId, { count, fence })
          return count
        },
        append(sessionId, { fence, ...append }) {
          const last = counted.get(sessionId)
          return log.append(sessionId, { ...append, fence: last?.count === fence ? last!.fence : -1 })
        },
        delete(sessionId) {
          counted.delete(sessionId)
          log.delete(sessionId)
        },
      }
    },
    found: 'does not take the fence of a deleted session for one of the next',
  },
  'lists what is due in another order': {
    fault: (log) => ({ due: (limit) => at(log.due(limit)).reverse() }),
    found: 'lists the sessions that are due, those first that have been for longest',
  },
  'forgets what is due later': {
    fault: (log) => ({
      append(sessionId, { dueAt, ...append }) {
        const isLater = dueAt! > at(log.get(sessionId))!.createdAt
        return log.append(sessionId, isLater ? append : { ...append, dueAt: dueAt! })
      },
    }),
    found: 'lists a session once its time has come',
  },
  'lists what is driven': {
    fault: (log) => {
      const due = new Set<string>()
      return {
        append(sessionId, append) {
          due.add(sessionId)
          return log.append(sessionId, append)
        },
        due: (limit) => [...due].filter((sessionId) => at(log.get(sessionId))).slice(0, limit),
      }
    },
    found: 'lists no session that a node which is alive drives',
  },
}

const contractOf = (fault: Fault) =>
  sessionLogContract(
    () => {
      let time = 1_767_225_600_000
      const log = createMemoryLog<ContractEvent>({ now: () => time })
      const faulty = { ...log, ...fault(log) }
      const advance = (ms: number) => {
        time += ms
      }
      return { open: () => faulty, advance }
    },
    { patience: 20 },
  )

const runCase = (fault: Fault, found: string): Promise<void> =>
  contractOf(fault)
    .find(({ name }) => name === found)!
    .run()

describe('the contract finds a log that', () => {
  test.each(Object.entries(faults))('%s', async (_, { fault, found }) => {
    await runCase(() => ({}), found)
    await expect(runCase(fault, found)).rejects.toThrow()
  })

  test('every case finds a fault', () => {
    const found = Object.values(faults).map((fault) => fault.found)
    expect(contractOf(() => ({})).map(({ name }) => name)).toEqual(found)
  })
})

test('two nodes are asked where there are two', async () => {
  let opened = 0
  const log = createMemoryLog<ContractEvent>()
  const cases = sessionLogContract(() => ({
    open: () => log,
    again() {
      opened++
      return log
    },
    advance() {},
  }))
  await cases[0]!.run()
  expect(opened).toBe(1)
})

test('the storage is closed after a case, also when it failed', async () => {
  let closed = 0
  const cases = sessionLogContract(() => ({
    open: () => ({ ...createMemoryLog<ContractEvent>(), create: () => Promise.reject(new Error('full')) }),
    advance() {},
    close: () => void closed++,
  }))
  await Promise.allSettled(cases.map(({ run }) => run()))
  expect(closed).toBe(cases.length)
})

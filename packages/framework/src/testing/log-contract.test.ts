import { describe, expect, test } from 'vitest'
import {
  type Append,
  type Leases,
  LogConflictError,
  type Opened,
  type Store,
  StreamGoneError,
  type StreamRecord,
} from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import type { QuestionChanges, Questions } from '../log/questions.ts'
import type { RunIndex, RunRow } from '../log/run-index.ts'
import type { FoundText, StreamText, TextIndex } from '../log/text-index.ts'
import { hasWords, toWords } from '../log/words.ts'
import { StoreError } from '../tools/errors.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { ContractLog } from './log-case.ts'
import { type ContractEvent, type DistantStore, logContract } from './log-contract.ts'

interface Parts {
  store: Store
  log: ContractLog
  leases: Leases
}

/** Returns what a faulty store does differently. Called once for each storage. */
type Fault = (parts: Parts) => {
  log?: Partial<ContractLog>
  leases?: Partial<Leases>
  runs?: Partial<RunIndex>
  questions?: Partial<Questions>
  texts?: TextIndex
}

/** Reads a result of a memory store, which returns no promises. */
const at = <T>(value: MaybePromise<T>): T => value as T

const inLog =
  (change: (log: ContractLog) => Partial<ContractLog>): Fault =>
  ({ log }) => ({ log: change(log) })

const inLeases =
  (change: (leases: Leases) => Partial<Leases>): Fault =>
  ({ leases }) => ({ leases: change(leases) })

const inRuns =
  (change: (runs: RunIndex) => Partial<RunIndex>): Fault =>
  ({ store }) => ({ runs: change(store.runs) })

const inQuestions =
  (change: (questions: Questions) => Partial<Questions>): Fault =>
  ({ store }) => ({ questions: change(store.questions) })

/** A store with an index of texts. */
const inTexts =
  (change: (texts: TextIndex) => Partial<TextIndex>): Fault =>
  ({ log }) => {
    const texts = createTextIndex(log)
    return { texts: { ...texts, ...change(texts) } }
  }

/** Changes the texts that are found. */
const onFound = (change: (found: FoundText[], ...args: Parameters<TextIndex['find']>) => FoundText[]): Fault =>
  inTexts((texts) => ({ find: (...args) => change(at(texts.find(...args)), ...args) }))

/** An index of the texts of a memory log, which does not hear of deleted streams. */
function createTextIndex(log: ContractLog): TextIndex {
  const kept = new Map<string, { lsn: number; texts: readonly StreamText[] }>()
  const list = (principal: string | undefined) => at(log.list(principal)).map(({ id }) => id)
  return {
    behind: (_, principal) => list(principal).filter((id) => (kept.get(id)?.lsn ?? 0) < at(log.read(id, 0)).length),
    keep({ id }, lsn, texts) {
      if ((kept.get(id)?.lsn ?? 0) < lsn) kept.set(id, { lsn, texts })
    },
    find: (_, principal, words, limit) =>
      list(principal)
        .flatMap((id) => (kept.get(id)?.texts ?? []).map((text) => ({ id, ...text })))
        .filter(({ text }) => hasWords(text, words))
        .sort((a, b) => b.time - a.time)
        .slice(0, limit),
  }
}

const onChange = (change: (changes: QuestionChanges) => QuestionChanges): Fault =>
  onAppend(({ questions, ...append }) => ({
    ...append,
    ...(questions !== undefined && { questions: change(questions) }),
  }))

const onAppend = (change: (append: Append<ContractEvent>) => Append<ContractEvent>): Fault =>
  inLog((log) => ({ append: (id, append) => log.append(id, change(append)) }))

/** Each fault with the case that finds it. */
const faults: Record<string, { fault: Fault; found: string }> = {
  'numbers from 0': {
    fault: inLog((log) => ({
      read: (...args) => at(log.read(...args)).map(({ lsn, event }) => ({ lsn: lsn - 1, event })),
    })),
    found: 'a new stream has its first events, numbered from 1',
  },
  'invents a principal': {
    fault: inLog((log) => ({
      get: (id) => at(log.get(id)) && { principal: '', ...at(log.get(id))! },
    })),
    found: 'a stream may have neither a principal nor events',
  },
  'replaces a stream': {
    fault: inLog((log) => ({
      create(id, session) {
        log.delete(id)
        return log.create(id, session)
      },
    })),
    found: 'a second stream with the same id is refused, and the first stays as it is',
  },
  'creates a stream with an append': {
    fault: inLog((log) => ({
      append: (id, { events }) => log.create(id, { about: null, events }),
    })),
    found: 'a stream that does not exist has nothing, and refuses appends',
  },
  'returns the first place': {
    fault: inLog((log) => ({
      append(id, append) {
        const { lsn, repeated } = at(log.append(id, append))
        return { lsn: lsn - append.events.length + 1, repeated }
      },
    })),
    found: 'events are numbered in the order in which they are appended',
  },
  'ignores the limit of a read': {
    fault: inLog((log) => ({ read: (id, after) => log.read(id, after) })),
    found: 'a read returns the records after a place, at most as many as the limit',
  },
  'ignores the head': {
    fault: onAppend(({ head, ...append }) => append),
    found: 'an append at another head than the last is refused, and changes nothing',
  },
  'compares the head before it writes instead of while it does': {
    fault: inLog((log) => ({
      async append(id, { head, ...append }) {
        const found = at(log.get(id))!.head
        await Promise.resolve()
        if (head !== undefined && head !== found) throw new LogConflictError(id, head, found)
        return log.append(id, append)
      },
    })),
    found: 'one of two appends at the same head is refused',
  },
  'returns the head for a repeated command': {
    fault: inLog((log) => ({
      append(id, append) {
        const { lsn, repeated } = at(log.append(id, append))
        return { lsn: repeated ? at(log.get(id))!.head : lsn, repeated }
      },
    })),
    found: 'L4 a command is appended once, and a repeat returns the place of the first',
  },
  'looks for a command before it writes instead of while it does': {
    fault: inLog((log) => ({
      async append(id, { head, commandId, ...append }) {
        const lsn = at(log.find(id, commandId!))
        await Promise.resolve()
        return lsn === undefined ? log.append(id, append) : { lsn, repeated: true }
      },
    })),
    found: 'a command that comes several times at once is appended once',
  },
  'stores a command before its events': {
    fault: inLog((log) => ({
      append(id, { commandId, ...append }) {
        const known = at(log.append(id, { events: [], ...(commandId !== undefined && { commandId }) }))
        return known.repeated ? known : log.append(id, append)
      },
    })),
    found: 'a command that was refused is unknown',
  },
  'knows a command in every stream': {
    fault: inLog((log) => {
      const known = new Set<string>()
      return {
        append(id, append) {
          if (known.has(append.commandId!)) return { lsn: 2, repeated: true }
          known.add(append.commandId!)
          return log.append(id, append)
        },
      }
    }),
    found: 'streams share no events, commands or snapshots',
  },
  'forgets about': {
    fault: onAppend((append) => ({ about: null, ...append })),
    found: 'about stays as it is until an append replaces it',
  },
  'does not tell when a stream changed': {
    fault: inLog((log) => ({
      get(id) {
        const record = at(log.get(id))
        return record && { ...record, updatedAt: record.createdAt }
      },
    })),
    found: 'a record tells when the stream was created and when it last changed',
  },
  'lists in another order': {
    fault: inLog((log) => ({ list: (...args) => at(log.list(...args)).reverse() })),
    found: 'the streams of a principal are listed, the latest changed first',
  },
  'counts past the limit': {
    fault: inLog((log) => ({ count: (principal) => log.count(principal) })),
    found: 'the streams of a principal are counted up to a limit',
  },
  'counts the streams of others': {
    fault: inLog((log) => ({ count: () => at(log.list('ada')).length + at(log.list('bob')).length })),
    found: 'the streams of a principal are counted',
  },
  'stores an event as it is later': {
    fault: inLog((log) => ({
      async append(id, append) {
        await Promise.resolve()
        return log.append(id, append)
      },
    })),
    found: 'an event is stored as it is when it is appended',
  },
  'replaces lone surrogates': {
    fault: inLog((log) => ({
      read: (...args) =>
        at(log.read(...args)).map(({ lsn, event }) => ({ lsn, event: { ...event, type: event.type.toWellFormed() } })),
    })),
    found: 'any text can be stored',
  },
  'lists what it listed before': {
    fault: inLog((log) => {
      let listed: MaybePromise<StreamRecord[]> | undefined
      return {
        list(...args) {
          listed ??= log.list(...args)
          return listed
        },
      }
    }),
    found: 'a list that was read before is as it is now when it is read again',
  },
  'stores the last of several appends at once': {
    fault: inLog((log) => {
      let last: Append<ContractEvent> | undefined
      return {
        async append(id, append) {
          last = append
          await Promise.resolve()
          if (last !== append) return { lsn: at(log.get(id))!.head + 1, repeated: false }
          return log.append(id, append)
        },
      }
    }),
    found: 'L1 many appends at once lose nothing and leave no gap',
  },
  'keeps the last snapshot': {
    fault: inLog(() => {
      const kept = new Map<string, Awaited<ReturnType<ContractLog['snapshot']>>>()
      return {
        snapshot: (id) => kept.get(id),
        keepSnapshot: (id, lsn, state) => void kept.set(id, { lsn, state }),
      }
    }),
    found: 'the newest snapshot is kept',
  },
  'keeps any snapshot': {
    fault: inLog((log) => {
      const kept = new Map<string, Awaited<ReturnType<ContractLog['snapshot']>>>()
      return {
        snapshot: (id) => log.get(id) && kept.get(id),
        keepSnapshot(id, lsn, state) {
          if (lsn > (kept.get(id)?.lsn ?? 0)) kept.set(id, { lsn, state })
        },
      }
    }),
    found: 'a snapshot beyond the end of the stream is not kept',
  },
  'knows the commands of a deleted stream': {
    fault: inLog((log) => {
      const known = new Map<string, number>()
      return {
        append(id, append) {
          const appended = at(log.append(id, append))
          known.set(`${id} ${append.commandId}`, appended.lsn)
          return appended
        },
        find: (id, commandId) => known.get(`${id} ${commandId}`),
      }
    }),
    found: 'a deleted stream leaves nothing to a new one with its id',
  },
  'wakes a watcher once': {
    fault: inLog((log) => ({
      watch(id, listener) {
        const stop = log.watch(id, () => {
          stop()
          listener()
        })
        return stop
      },
    })),
    found: 'a watcher is woken each time the stream grows',
  },
  'wakes no watcher when a stream is deleted': {
    fault: inLog((log) => ({
      watch: (id, listener) => log.watch(id, () => void (at(log.get(id)) && listener())),
    })),
    found: 'a watcher is woken when the stream is deleted',
  },
  'broadcasts the latest event for all': {
    fault: inLog((log) => ({
      broadcast: (id, { after, event }) => void queueMicrotask(() => log.broadcast(id, { after, event })),
    })),
    found: 'a listener receives what is broadcast, in its order and as it was then',
  },
  'stores what is broadcast': {
    fault: inLog((log) => ({
      broadcast(id, broadcast) {
        log.broadcast(id, broadcast)
        if (at(log.get(id))) log.append(id, { events: [broadcast.event] })
      },
    })),
    found: 'a broadcast changes nothing of the stream, and need not have one',
  },
  'goes on with a listener that has stopped': {
    fault: inLog((log) => ({
      listen(id, listener) {
        log.listen(id, listener)
        return () => {}
      },
    })),
    found: 'a listener receives nothing of other streams, and nothing after it has stopped',
  },
  'broadcasts twice': {
    fault: inLog((log) => ({
      broadcast(id, broadcast) {
        log.broadcast(id, broadcast)
        log.broadcast(id, broadcast)
      },
    })),
    found: 'a listener on another node receives what is broadcast, once',
  },
  'wakes no watcher': {
    fault: inLog(() => ({ watch: () => () => {} })),
    found: 'a watcher on another node is woken',
  },
  'does not stop a watcher': {
    fault: inLog((log) => ({
      watch(id, listener) {
        log.watch(id, listener)
        return () => {}
      },
    })),
    found: 'a watcher that has stopped is not woken, and the others are',
  },
  'gives a stream to any node': {
    fault: inLeases((leases) => ({ acquire: (ref) => leases.acquire(ref, 'any') })),
    found: 'a stream is driven by one live node',
  },
  'checks who drives a stream before it acquires instead of while it does': {
    fault: inLeases((leases) => {
      const drivers = new Map<string, string>()
      return {
        async acquire(ref, node) {
          const driver = drivers.get(ref.id) ?? node
          await Promise.resolve()
          drivers.set(ref.id, node)
          return driver === node ? leases.acquire(ref, 'any') : undefined
        },
      }
    }),
    found: 'one of two nodes that acquire a stream at once gets it',
  },
  'gives the same fence again': {
    fault: inLeases((leases) => {
      const given = new Map<string, number>()
      return {
        acquire(ref, node) {
          const fence = given.get(`${ref.id} ${node}`) ?? at(leases.acquire(ref, node))
          if (fence !== undefined) given.set(`${ref.id} ${node}`, fence)
          return fence
        },
      }
    }),
    found: 'a node that acquires its stream again gets a larger fence',
  },
  'lets no node lapse': {
    fault: inLeases((leases) => ({ beat: (node) => leases.beat(node, Number.MAX_SAFE_INTEGER) })),
    found: 'a node acquires the stream of a node that has lapsed, with a larger fence',
  },
  'ignores later beats': {
    fault: inLeases((leases) => {
      const known = new Set<string>()
      return {
        beat(node, ttl) {
          if (!known.has(node)) leases.beat(node, ttl)
          known.add(node)
        },
      }
    }),
    found: 'a node keeps its streams as long as it beats',
  },
  'counts acquire as a beat': {
    fault: inLeases((leases) => ({
      acquire(ref, node) {
        leases.beat(node, 1_000)
        return leases.acquire(ref, node)
      },
    })),
    found: 'a node that never beat has lapsed',
  },
  'finds the streams of all nodes': {
    fault: inLeases((leases) => ({
      held: (kinds, node, limit) => [...at(leases.held(kinds, node, limit)), ...at(leases.held(kinds, 'two', limit))],
    })),
    found: 'a node finds the due streams that it has acquired',
  },
  'releases nothing': {
    fault: inLeases(() => ({ release() {} })),
    found: 'a node acquires a released stream at once',
  },
  'releases with any fence': {
    fault: inLeases((leases) => {
      let last = 0
      return {
        acquire(ref, node) {
          const fence = at(leases.acquire(ref, node))
          last = fence ?? last
          return fence
        },
        release: (ref) => leases.release(ref, last),
      }
    }),
    found: 'a release with a fence that is not the last does nothing',
  },
  'ignores the fence': {
    fault: onAppend(({ fence, ...append }) => append),
    found: 'L2 an append with the last fence or without one is stored, with another it is refused',
  },
  'lists due streams in another order': {
    fault: inLeases((leases) => ({ due: (kinds, limit, ahead) => at(leases.due(kinds, limit, ahead)).reverse() })),
    found: 'the due streams of the kinds that are asked for are listed, the longest due first',
  },
  'forgets due times in the future': {
    fault: inLog((log) => ({
      append(id, { dueAt, ...append }) {
        const isLater = dueAt! > at(log.get(id))!.createdAt
        return log.append(id, isLater ? append : { ...append, dueAt: dueAt! })
      },
    })),
    found: 'a stream is due once its time has come',
  },
  'shares ids between kinds': {
    fault: ({ store }) => ({
      log: { find: (id, commandId) => store.log('contract/a').find(id, commandId) },
    }),
    found: 'streams of different kinds may have the same id',
  },
  'reads the row before the records': {
    fault: inLog((log) => ({
      async open(id) {
        const record = at(log.get(id))
        await new Promise((resolve) => setTimeout(resolve))
        return record && { ...record, events: at(log.read(id, 0)) }
      },
    })),
    found: 'a stream that is opened while it grows is read as of one moment',
  },
  'counts the fences of each stream': {
    fault: ({ log, leases }) => {
      const counted = new Map<string, { count: number; fence: number }>()
      return {
        log: {
          append(id, { fence, ...append }) {
            const last = counted.get(id)
            return log.append(id, { ...append, fence: last?.count === fence ? last!.fence : -1 })
          },
          delete(id) {
            counted.delete(id)
            log.delete(id)
          },
        },
        leases: {
          acquire(ref, node) {
            const fence = at(leases.acquire(ref, node))!
            const count = (counted.get(ref.id)?.count ?? 0) + 1
            counted.set(ref.id, { count, fence })
            return count
          },
        },
      }
    },
    found: 'the fence of a deleted stream is refused by a new one with its id',
  },
  'does not take a stream over when it is opened': {
    fault: inLog((log) => ({ open: (id) => log.open(id) })),
    found: 'L3 a stream that is opened with a higher fence refuses the lower one from then on',
  },
  'takes a stream over after it was read': {
    fault: inLog((log) => ({
      async open(id, fence) {
        const opened = at(log.open(id))
        await Promise.resolve()
        log.open(id, fence)
        return opened
      },
      async append(id, append) {
        await Promise.resolve()
        return log.append(id, append)
      },
    })),
    found: 'the append of an earlier driver comes before the takeover or is refused',
  },
  'gives a run a fence of its own': {
    fault: inLog((log) => ({
      create: (id, { under, ...stream }) => log.create(id, under === undefined ? stream : { ...stream, node: 'run' }),
    })),
    found: 'a run takes the fence of its owner',
  },
  'forgets the owner of a stream without a fence': {
    fault: inLog((log) => ({
      async create(id, { under, ...stream }) {
        if (under?.fence !== undefined) return log.create(id, { ...stream, under })
        if (under !== undefined && at(log.get(under.id)) === undefined) throw new StreamGoneError(under.id)
        return log.create(id, stream)
      },
    })),
    found: 'a stream without the fence of its owner needs the owner, and is deleted with it',
  },
  'creates a run under any fence': {
    fault: ({ log, leases }) => ({
      log: {
        async create(id, { under, ...stream }) {
          if (under === undefined) return log.create(id, stream)
          const fence = at(leases.acquire(under, 'one'))
          return log.create(id, { ...stream, ...(fence !== undefined && { under: { ...under, fence } }) })
        },
      },
    }),
    found: 'a run is refused when the fence of its owner is stale, or its owner is gone',
  },
  'compares the fence of the owner before it creates a run instead of while it does': {
    fault: inLog((log) => ({
      async create(id, { under, ...stream }) {
        if (under !== undefined) log.append(under.id, { events: [], fence: under.fence! })
        for (let turn = 0; turn < 9; turn++) await Promise.resolve()
        return log.create(id, stream)
      },
    })),
    found: 'a run that is created during a takeover is found by the new driver or refused',
  },
  'creates a stream that no node drives': {
    fault: inLog((log) => ({ create: (id, { node, ...stream }) => log.create(id, stream) })),
    found: 'a stream that is created for a node is driven by it',
  },
  'does not release with an append': {
    fault: onAppend(({ release, ...append }) => append),
    found: 'an append may release the stream',
  },
  'merges registers': {
    fault: inLog((log) => ({
      append(id, { register, ...append }) {
        const merged = { ...Object(at(log.get(id))?.register), ...Object(register) }
        return log.append(id, { ...append, ...(register !== undefined && { register: merged }) })
      },
    })),
    found: 'the register stays as it is until an append replaces it as a whole',
  },
  'cuts a register': {
    fault: onAppend(({ register, ...append }) => ({
      ...append,
      ...(register !== undefined && { register: String(register).slice(0, 16_382) }),
    })),
    found: 'a register that is too large is refused, and nothing is stored',
  },
  'forgets commands': {
    fault: onAppend(({ commandId, ...append }) => append),
    found: 'a write that is sent again is recognised by its command or its number',
  },
  'stores a write again unless it is the last one': {
    fault: inLog((log) => ({
      async append(id, { write, ...append }) {
        const isLast = write !== undefined && write === (await log.get(id))?.lastWrite
        return log.append(id, isLast ? { ...append, write } : append)
      },
    })),
    found: 'L5 a numbered write that arrives after a later one changes nothing',
  },
  'deletes with any fence': {
    fault: inLog((log) => ({ delete: (id) => log.delete(id) })),
    found: 'a delete with a stale fence is refused',
  },
  'deletes no runs': {
    fault: inLog((log) => ({ delete: (id, { withRuns, ...options } = {}) => log.delete(id, options) })),
    found: 'a stream is deleted with its runs or without them',
  },
  'forgets when a stream expires': {
    fault: onAppend(({ expiresAt, ...append }) => append),
    found: 'streams of all kinds are collected with their runs once they have expired',
  },
  'wakes with the place of the first record': {
    fault: inLog((log) => ({ watch: (id, listener) => log.watch(id, (head) => listener(head! - 1)) })),
    found: 'a watcher is woken with the new head by a write of its own store',
  },
  'wakes no watcher of a run': {
    fault: inLog((log) => ({
      watch: (id, listener) => (id === 'run' ? () => {} : log.watch(id, listener)),
    })),
    found: 'a watcher is woken when the stream is collected, or deleted with its owner',
  },
  'wakes watchers for quiet appends': {
    fault: onAppend(({ isQuiet, ...append }) => append),
    found: 'a quiet append wakes no watcher, and the next read finds it',
  },
  'lists driven streams as due': {
    fault: ({ log, leases }) => {
      const due = new Set<string>()
      return {
        log: {
          append(id, append) {
            due.add(id)
            return log.append(id, append)
          },
        },
        leases: {
          due: (_kinds, limit) =>
            [...due]
              .filter((id) => at(log.get(id)))
              .map((id) => ({ kind: 'contract', id }))
              .slice(0, limit),
          release: (ref, fence) => leases.release(ref, fence),
        },
      }
    },
    found: 'a stream that a live node drives is not listed as due',
  },
  'trusts a lease that is ahead of its ttl': {
    fault: ({ log, leases }) => {
      let isDriven = false
      return {
        leases: {
          acquire(ref, node) {
            isDriven = true
            return leases.acquire(ref, node)
          },
        },
        log: {
          get(id) {
            const record = at(log.get(id))
            return record && { ...record, isDriven }
          },
        },
      }
    },
    found: 'a lease that is further ahead than its ttl has lapsed, until the next beat',
  },
  'forgets the version of a run': {
    fault: inLog((log) => ({
      create: (id, { run: { version: _, ...run } = {} as never, ...stream }) => log.create(id, { ...stream, run }),
    })),
    found: 'a stream that was created as a run is listed with all that its mark says',
  },
  'changes no run with a quiet append': {
    fault: inLog((log) => ({
      append: (id, { run, ...append }) =>
        log.append(id, { ...append, ...(run !== undefined && !append.isQuiet && { run }) }),
    })),
    found: 'the state of a run changes with an append, also with a quiet one',
  },
  'keeps what a run waited for first': {
    fault: inLog((log) => ({
      append: (id, { run, ...append }) => log.append(id, { ...append, ...(run && { run: { state: run.state } }) }),
    })),
    found: 'a run tells since when it is in its state',
  },
  'changes the run of an append that is repeated': {
    fault: inLog((log) => ({
      append(id, append) {
        const appended = at(log.append(id, append))
        if (append.run !== undefined) log.append(id, { events: [], run: append.run })
        return appended
      },
    })),
    found: 'an append that is refused or repeated changes no run',
  },
  'lists the first runs first': {
    fault: inRuns((runs) => ({ list: (filter) => ({ runs: at(runs.list(filter)).runs.reverse() }) })),
    found: 'runs are listed the latest changed first',
  },
  'lists runs of every state': {
    fault: inRuns((runs) => ({ list: ({ state: _, ...filter } = {}) => runs.list(filter) })),
    found: 'runs are listed by tool, state, principal and age',
  },
  'searches in the case of the text': {
    fault: inRuns((runs) => ({
      list: ({ search = '', ...filter } = {}) => ({
        runs: at(runs.list(filter)).runs.filter(({ id, tool }) => id.includes(search) || tool.includes(search)),
      }),
    })),
    found: 'a search finds text in the id, the tool and the principal of a run',
  },
  'leaves out runs that changed at the same time as the last of a page': {
    fault: inRuns((runs) => ({
      list({ after, ...filter } = {}) {
        const page = at(runs.list({ ...filter, ...(after !== undefined && { after: `${after.split('-')[0]}-0` }) }))
        return page
      },
    })),
    found: 'the pages of a list have every run once, also those that changed at the same time',
  },
  'finds the run with an id that changed first': {
    fault: inRuns((runs) => ({ find: (id) => at(runs.list()).runs.findLast((run) => run.id === id) })),
    found: 'of runs with one id the latest changed is found',
  },
  'lists runs without their owners': {
    fault: inRuns((runs) => ({
      find(id) {
        const { owner: _, ...run } = at(runs.find(id))!
        return run
      },
    })),
    found: 'a run under another stream names it, and is not listed after both were deleted',
  },
  'lists runs that have expired': {
    fault: ({ store }) => {
      const listed = new Map<string, RunRow>()
      return {
        runs: { list: () => ({ runs: [...listed.values()] }) },
        log: {
          create(id, stream) {
            const created = at(store.log<ContractEvent>('contract').create(id, stream))
            listed.set(id, at(store.runs.find(id))!)
            return created
          },
        },
      }
    },
    found: 'a run that has expired is not listed after it was collected',
  },
  'counts runs by their first state': {
    fault: inLog((log) => ({ append: (id, { run: _, ...append }) => log.append(id, append) })),
    found: 'runs are counted by state',
  },
  'counts the runs that have ended as open': {
    fault: inRuns((runs) => ({
      countOpen: (kind, principal, limit) =>
        Math.min(limit, at(runs.list()).runs.filter((run) => run.kind === kind && run.principal === principal).length),
    })),
    found: 'the open runs of a principal are counted up to a limit',
  },
  'lists the oldest question first': {
    fault: inQuestions((questions) => ({ list: (...args) => at(questions.list(...args)).toReversed() })),
    found: 'an append opens questions, which are listed by audience name, the newest first',
  },
  'forgets the questions of a new stream': {
    fault: inLog((log) => ({ create: (id, { questions: _, ...stream }) => log.create(id, stream) })),
    found: 'a stream may open questions when it is created',
  },
  'ignores the place of a list of questions': {
    fault: inQuestions((questions) => ({
      list: (names, { before: _, ...page } = {}) => questions.list(names, page),
    })),
    found: 'a list of questions goes on before a place',
  },
  'closes no question': {
    fault: onChange(({ closes: _, ...changes }) => changes),
    found: 'an append closes questions, and a key that is open or unknown changes nothing',
  },
  'opens questions before it closes others': {
    fault: onChange(({ opens = [], closes = [], ...changes }) => ({
      ...changes,
      closes,
      opens: opens.filter(({ key }) => !closes.includes(key)),
    })),
    found: 'a question that an append closes and opens is asked anew',
  },
  'takes every answer': {
    fault: onChange(({ answers: _, ...changes }) => changes),
    found: 'only the first answer to a question is appended',
  },
  'refuses a repeated answer': {
    fault: inLog((log) => ({
      append: (id, { commandId, ...append }) =>
        log.append(
          id,
          append.questions?.answers === undefined && commandId !== undefined ? { ...append, commandId } : append,
        ),
    })),
    found: 'an answer that is repeated with its command id gets the same place, although its question is closed',
  },
  'closes a question with the first answer': {
    fault: onChange((changes) => ({ ...changes, opens: changes.opens?.map((one) => ({ ...one, quorum: 1 })) ?? [] })),
    found: 'a question with a quorum takes one answer of each person and closes with the last',
  },
  'does not close a question with the last answer': {
    fault: onChange(({ answers, ...changes }) => ({
      ...changes,
      ...(answers !== undefined && { answers: { key: answers.key, by: answers.by } }),
    })),
    found: 'an answer that is the last closes a question with any quorum, and a question may open with answers',
  },
  'opens questions before it refuses an append': {
    fault: inLog((log) => ({
      append(id, append) {
        if (append.questions !== undefined) log.append(id, { events: [], questions: append.questions })
        return log.append(id, append)
      },
    })),
    found: 'an append that is refused or repeated changes no question',
  },
  'keeps the questions of a stream that is deleted': {
    fault: inLog(() => ({ delete: () => {} })),
    found: 'a stream that is deleted or collected takes its questions with it',
  },
  'wakes no watcher of questions': {
    fault: inQuestions(() => ({ watch: () => () => {} })),
    found: 'a watcher of an audience name is woken when its questions change, on every node',
  },
  'claims a question twice': {
    fault: inQuestions((questions) => ({ claim: (limit) => questions.claim(limit, [0, 0, 0]) })),
    found: 'a question waits in the outbox until it was delivered, and is claimed by one node at a time',
  },
  'trims the body of a question': {
    fault: inQuestions((questions) => ({
      list: (...args) => at(questions.list(...args)).map((one) => ({ ...one, key: one.key.trim() })),
    })),
    found: 'the body and the names of a question are kept as they are',
  },
  'finds whole words only': {
    fault: onFound((found, _kind, _principal, words) =>
      found.filter(({ text }) => words.every((word) => toWords(text).includes(word))),
    ),
    found: 'a text is found by the beginnings of its words, in any order, case and accent',
  },
  'finds no text without spaces': {
    fault: onFound((found) => found.filter(({ text }) => text.includes(' '))),
    found: 'a text without spaces is found by any of its characters',
  },
  'finds the oldest texts first': {
    fault: onFound((found) => found.reverse()),
    found: 'the latest texts are found first, up to a limit',
  },
  'keeps one text of each moment': {
    fault: inTexts((texts) => ({
      keep: (ref, lsn, given) => texts.keep(ref, lsn, [...new Map(given.map((one) => [one.time, one])).values()]),
    })),
    found: 'many texts of one moment are kept',
  },
  'finds the texts of all principals': {
    fault: inTexts((texts) => ({
      find: (kind, _, ...rest) => ['ada', 'bob', undefined].flatMap((one) => at(texts.find(kind, one, ...rest))),
    })),
    found: 'only texts of the principal are found',
  },
  'indexes the texts of a stream once': {
    fault: inTexts((texts) => {
      const known = new Set<string>()
      return {
        behind: (...args) => at(texts.behind(...args)).filter((id) => !known.has(id)),
        keep(ref, ...rest) {
          known.add(ref.id)
          return texts.keep(ref, ...rest)
        },
      }
    }),
    found: 'a text is found as it is after the last append',
  },
  'gives the texts of a deleted stream to the next one with its id': {
    fault: inTexts(() => ({})),
    found: 'no text of a deleted stream is found, also if another one takes its id',
  },
  'cuts a text at the first NUL': {
    fault: onFound((found) => found.map((one) => ({ ...one, text: one.text.split('\0')[0]! }))),
    found: 'a text with any characters is kept',
  },
  'keeps texts of an earlier place': {
    fault: () => {
      const texts = new Map<string, readonly StreamText[]>()
      return {
        texts: {
          behind: () => [],
          keep: ({ id }, _, given) => void texts.set(id, given),
          find: () => [...texts].flatMap(([id, given]) => given.map((text) => ({ id, ...text }))),
        },
      }
    },
    found: 'texts of an earlier place do not replace later ones, and those of a missing stream are not kept',
  },
  'reads what was there when the stream was opened': {
    fault: inLog((log) => {
      const opened = new Map<string, Opened<ContractEvent>>()
      return {
        open(id) {
          const found = opened.get(id) ?? at(log.open(id))
          if (found !== undefined) opened.set(id, found)
          return found
        },
        read: (id, ...args) => opened.get(id)?.events ?? log.read(id, ...args),
      }
    }),
    found: 'a reader and a writer on one node do not lose what another node appends',
  },
  'stores a write again that was not acknowledged': {
    fault: onAppend(({ commandId, write, ...append }) => append),
    found: 'an append whose acknowledgement is lost is stored once',
  },
  'acknowledges a write that it does not store': {
    fault: inLog((log) => ({
      append: (id, append) =>
        append.events[0]?.n === 20 ? { lsn: at(log.get(id))!.head, repeated: true } : log.append(id, append),
    })),
    found: 'nothing that was acknowledged is lost or doubled when the server is killed while nodes write',
  },
}

/** Rejects an append that it has stored. */
function createDistant(near: Store): DistantStore {
  const log = near.log<ContractEvent>('contract')
  let isLost = false
  const append = async (...args: Parameters<ContractLog['append']>) => {
    const appended = await log.append(...args)
    if (!isLost) return appended
    isLost = false
    throw new StoreError('the acknowledgement is lost')
  }
  const lose = async () => {
    isLost = true
  }
  return { store: { ...near, log: () => ({ ...log, append }) } as Store, lose }
}

const contractOf = (fault: Fault) =>
  logContract(
    () => {
      let time = Date.UTC(2026, 0, 1)
      const store = createMemoryStore({ now: () => time })
      const parts = { store, log: store.log<ContractEvent>('contract'), leases: store.leases }
      const changed = fault(parts)
      const log = { ...parts.log, ...changed.log }
      const faulty = {
        ...store,
        leases: { ...store.leases, ...changed.leases },
        runs: { ...store.runs, ...changed.runs },
        questions: { ...store.questions, ...changed.questions },
        ...(changed.texts && { texts: changed.texts }),
        log: (kind: string) => (kind === 'contract' ? log : store.log(kind)),
      } as Store
      const advance = (ms: number) => {
        time += ms
      }
      return { open: () => faulty, advance, distant: () => createDistant(faulty), failOver() {} }
    },
    { patience: 20, hasServer: true },
  )

const runCase = (fault: Fault, found: string): Promise<void> =>
  contractOf(fault)
    .find(({ name }) => name === found)!
    .run()

describe('the contract finds a store that', () => {
  test.each(Object.entries(faults))('%s', async (_, { fault, found }) => {
    await runCase(() => ({}), found)
    await expect(runCase(fault, found)).rejects.toThrow()
  })

  test('has a fault that any case is there to find', () => {
    const found = Object.values(faults).map((fault) => fault.found)
    const names = contractOf(() => ({})).map(({ name }) => name)
    expect(found.toSorted()).toEqual(names.toSorted())
  })
})

test('the contract opens a second store where there can be one', async () => {
  let opened = 0
  const store = createMemoryStore()
  const cases = logContract(() => ({
    open: () => store,
    again() {
      opened++
      return store
    },
    advance() {},
  }))
  await cases[0]!.run()
  expect(opened).toBe(1)
})

test('the contract closes the storage after each case, also when it failed', async () => {
  let closed = 0
  const store = createMemoryStore()
  const log = { ...store.log('contract'), create: () => Promise.reject(new Error('full')) }
  const cases = logContract(() => ({
    open: () => ({ ...store, log: () => log }) as Store,
    advance() {},
    close: () => void closed++,
  }))
  await Promise.allSettled(cases.map(({ run }) => run()))
  expect(closed).toBe(cases.length)
})

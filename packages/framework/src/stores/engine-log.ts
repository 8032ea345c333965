import {
  type Append,
  type Appended,
  FenceError,
  findRepeated,
  type Log,
  type LogEntry,
  type NewStream,
  refuseOwner,
  StreamGoneError,
  type StreamRef,
  toRegisterText,
} from '../log/log.ts'
import type { RunChange } from '../log/run-index.ts'
import { defined } from '../tools/defined.ts'
import { findCommand, markCommand } from './engine-commands.ts'
import { type AppendedRecord, bare, type Entry, principalOf } from './engine-entry.ts'
import { changeQuestions, type Opening, openQuestions } from './engine-questions.ts'
import { createEngineSnapshots } from './engine-snapshots.ts'
import type { Decision, EngineStreams } from './engine-streams.ts'

type ListedRun = NonNullable<Entry['run']>

/** A `Log` on an engine that can only append by compare-and-set. */
export function createEngineLog<E>(kind: string, streams: EngineStreams): Log<E> {
  const refTo = (id: string): StreamRef => ({ kind, id })

  /** Returns the entry and the records after a place, as of one moment. */
  const open = async (id: string, after: number): Promise<{ entry: Entry; records: AppendedRecord[] } | undefined> => {
    for (;;) {
      const { seq, entry } = await streams.load(refTo(id))
      if (entry === undefined) return undefined
      if (after >= entry.head) return { entry, records: [] }
      const records = await streams.read(refTo(id), { seq, entry }, after)
      if (records !== undefined) return { entry, records }
    }
  }

  return {
    async create(id, stream) {
      const { register, questions, node, under } = stream
      if (register !== undefined) toRegisterText(id, register)
      const given = clone({ ...stream })
      const opening = { time: streams.now(), opened: questions?.length ? await streams.number() : 0 }
      const owner = under && (await streams.get(under))
      refuseOwner(under, owner)
      const { fence } = await streams.create(refTo(id), {
        ...toFirst(given, opening),
        fence: under?.fence ?? (node === undefined ? null : await streams.number()),
        ...(owner && under && { owner: { ...under, first: owner.first } }),
      })
      return { lsn: given.events.length, repeated: false, ...(fence !== null && { fence }) }
    },
    async get(id) {
      const entry = await streams.get(refTo(id))
      return entry && streams.toRecord(id, entry)
    },
    async open(id, fence) {
      if (fence !== undefined) {
        await streams.change<void>(
          refTo(id),
          (entry) => {
            if ((entry.fence ?? 0) > fence) throw new FenceError(id, fence)
            return entry.fence === fence ? { done: undefined } : { next: { ...bare(entry), fence } }
          },
          () => {},
        )
      }
      const found = await open(id, 0)
      if (found === undefined) return undefined
      return { ...(await streams.toRecord(id, found.entry)), events: toEntries(found.records, 0) }
    },
    async append(id, append) {
      const { commandId } = append
      if (append.register !== undefined) toRegisterText(id, append.register)
      const given = clone({ ...append })
      const appended = await streams.change<Appended>(
        refTo(id),
        async (entry, seq): Promise<Decision<Appended>> => {
          // Read after the entry: a command that is appended in between refuses this write.
          const marked =
            commandId === undefined
              ? undefined
              : await markCommand(streams, refTo(id), { commandId, first: entry.first, seq })
          if (marked !== undefined) return { done: { lsn: marked, repeated: true } }
          const repeated = findRepeated(id, given, entry)
          if (repeated !== undefined) return { done: repeated }
          const opened = given.questions?.opens?.length ? await streams.number() : 0
          return { next: toNext(entry, given, { time: streams.now(), opened }) }
        },
        (entry) => ({ lsn: entry.head, repeated: false }),
      )
      if (appended === undefined) throw new StreamGoneError(id)
      return appended
    },
    async read(id, after, limit) {
      const found = await open(id, after)
      return found === undefined ? [] : toEntries<E>(found.records, after).slice(0, limit)
    },
    find: (id, commandId) => findCommand(streams, refTo(id), commandId),
    watch: (id, listener) => streams.watch(refTo(id), listener),
    broadcast: (id, broadcast) => streams.watchers.broadcast(refTo(id), JSON.stringify(broadcast)),
    listen: (id, listener) => streams.watchers.listen(refTo(id), listener),
    async list(principal, limit) {
      const found = await streams.lists.list(`${principalOf(kind, principal)}.*`)
      found.sort((a, b) => b.entry.updatedAt - a.entry.updatedAt || b.entry.first - a.entry.first)
      const beats = new Map<string, Promise<boolean>>()
      return Promise.all(found.slice(0, limit).map(({ ref, entry }) => streams.toRecord(ref.id, entry, beats)))
    },
    async count(principal, limit = Number.POSITIVE_INFINITY) {
      return Math.min(limit, (await streams.lists.list(`${principalOf(kind, principal)}.*`)).length)
    },
    ...createEngineSnapshots(kind, streams),
    delete: async (id, options = {}) => void (await streams.delete(refTo(id), options)),
  }
}

/** As it is stored, so that a caller may change its values afterwards. Throws before anything is stored where a value has no JSON. */
const clone = <T extends object>(values: T): T => JSON.parse(JSON.stringify(values))

/** Returns the first entry of a stream, without its fence and owner. */
function toFirst(stream: NewStream<unknown>, opening: Opening): Omit<Entry, 'hints' | 'fence' | 'owner'> {
  const { principal, about, register, events, dueAt = null, expiresAt, node = null, questions = [], run } = stream
  const { time } = opening
  return {
    first: 0,
    loud: 0,
    ...(principal !== undefined && { principal }),
    createdAt: time,
    updatedAt: time,
    about,
    ...(register !== undefined && { register }),
    head: events.length,
    lastWrite: 0,
    dueAt,
    ...(expiresAt !== undefined && { expiresAt }),
    node,
    questions: openQuestions([], questions, opening),
    ...(run && { run: { mark: run, changedAt: time } }),
    events: [...events],
  }
}

/** Returns the entry of an append that is not refused. Throws a `QuestionClosedError`. */
function toNext(entry: Entry, append: Append<unknown>, opening: Opening): Omit<Entry, 'hints'> {
  const { events, about, register, commandId, write, dueAt, expiresAt, release, isQuiet, questions, run } = append
  const { time } = opening
  const isChange = !isQuiet && (events.length > 0 || about !== undefined)
  return {
    ...bare(entry),
    loud: isQuiet || events.length === 0 ? entry.loud : 0,
    updatedAt: isChange ? time : entry.updatedAt,
    head: entry.head + events.length,
    ...defined({ lastWrite: write, about, register, dueAt, expiresAt }),
    ...(release && { node: null }),
    ...(questions && { questions: changeQuestions(entry.questions, questions, opening) }),
    ...(run && entry.run && { run: changeRun(entry.run, run, time) }),
    ...(commandId !== undefined && { commandId }),
    events: [...events],
  }
}

function changeRun({ mark, changedAt }: ListedRun, change: RunChange, time: number): ListedRun {
  const { detail: _, ...rest } = mark
  return { mark: { ...rest, ...change }, changedAt: mark.state === change.state ? changedAt : time }
}

function toEntries<E>(records: readonly AppendedRecord[], after: number): LogEntry<E>[] {
  return records.flatMap(({ head, events }) =>
    events
      .map((event, i) => ({ lsn: head - events.length + i + 1, event: event as E }))
      .filter(({ lsn }) => lsn > after),
  )
}

import {
  FenceError,
  type Log,
  LogConflictError,
  type LogEntry,
  refuseOwner,
  StreamGoneError,
  type StreamRef,
  toRegisterText,
} from '../log/log.ts'
import type { Json } from '../tools/json.ts'
import { type Appended, bare, commandOf, type Entry, principalOf, snapshotOf } from './engine-entry.ts'
import { changeQuestions, openQuestions } from './engine-questions.ts'
import type { Decision, EngineStreams } from './engine-streams.ts'

/** Bytes beside the state. */
const SNAPSHOT_HEADER = 100

/** A `Log` on an engine that can only append by compare-and-set. */
export function createEngineLog<E>(kind: string, streams: EngineStreams): Log<E> {
  const { engine } = streams
  const refTo = (id: string): StreamRef => ({ kind, id })

  /** Returns the entry and the records after a place, as of one moment. */
  const open = async (id: string, after: number): Promise<{ entry: Entry; records: Appended[] } | undefined> => {
    for (;;) {
      const { seq, entry } = await streams.load(refTo(id))
      if (entry === undefined) return undefined
      if (after >= entry.head) return { entry, records: [] }
      const records = await streams.read(refTo(id), { seq, entry }, after)
      if (records !== undefined) return { entry, records }
    }
  }

  /** Returns the place of a command that was appended after a record. */
  const findAfter = async (id: string, commandId: string, after: number): Promise<number | undefined> =>
    (await streams.since(refTo(id), after)).find((record) => record.commandId === commandId)?.head

  /** Marks a command before it is appended after the record `seq`. Returns its place if it is in the stream already. */
  const mark = async (id: string, commandId: string, first: number, seq: number): Promise<number | undefined> => {
    const name = commandOf(refTo(id), first, commandId)
    if ((await engine.append(name, `${seq}`, 0)) !== undefined) return undefined
    const marked = await engine.last(name)
    return marked && findAfter(id, commandId, Number(marked.data))
  }

  const snapshotOfNow = async (id: string) => {
    const [stored, entry] = await Promise.all([engine.last(snapshotOf(refTo(id))), streams.get(refTo(id))])
    const snapshot = stored && (JSON.parse(stored.data) as { first: number; lsn: number; state: Json })
    return { seq: stored?.seq ?? 0, entry, snapshot: snapshot?.first === entry?.first ? snapshot : undefined }
  }

  return {
    async create(id, stream) {
      const { principal, events, register, dueAt = null, expiresAt, node, under, run } = stream
      if (register !== undefined) toRegisterText(id, register)
      const time = streams.now()
      const values = clone({ about: stream.about, register, events, run })
      const opened = stream.questions?.length ? await streams.number() : 0
      const questions = openQuestions([], stream.questions ?? [], { time, opened })
      const owner = under && (await streams.get(under))
      refuseOwner(under, owner)
      const { fence } = await streams.create(refTo(id), {
        first: 0,
        loud: 0,
        ...(principal !== undefined && { principal }),
        createdAt: time,
        updatedAt: time,
        about: values.about,
        ...(register !== undefined && { register: values.register! }),
        head: events.length,
        lastWrite: 0,
        dueAt,
        ...(expiresAt !== undefined && { expiresAt }),
        node: node ?? null,
        fence: under?.fence ?? (node === undefined ? null : await streams.number()),
        ...(owner && under && { owner: { kind: under.kind, id: under.id, first: owner.first } }),
        questions,
        ...(values.run && { run: { mark: values.run, changedAt: time } }),
        events: [...values.events],
      })
      return { lsn: events.length, repeated: false, ...(fence !== null && { fence }) }
    },
    async get(id) {
      const entry = await streams.get(refTo(id))
      return entry && streams.toRecord(id, entry)
    },
    async open(id, fence) {
      if (fence !== undefined) {
        await streams.change<void>(
          refTo(id),
          (entry, isFresh) => {
            if (!isFresh) return 'unsure'
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
      const { head, commandId, fence, write, dueAt, expiresAt, release, isQuiet } = append
      if (append.register !== undefined) toRegisterText(id, append.register)
      const { events, about, register, run, questions } = clone({ ...append })
      const isChange = !isQuiet && (events.length > 0 || about !== undefined)
      type Result = { lsn: number; repeated: boolean }
      const appended = await streams.change<Result>(
        refTo(id),
        async (entry, isFresh, seq): Promise<Decision<Result>> => {
          // Read after the entry: a command that is appended in between refuses this write.
          const repeated = commandId === undefined ? undefined : await mark(id, commandId, entry.first, seq)
          if (repeated !== undefined && isFresh) return { done: { lsn: repeated, repeated: true } }
          const isRepeated = write !== undefined && write <= entry.lastWrite
          const isFenced = fence !== undefined && fence !== entry.fence
          const isConflict = head !== undefined && head !== entry.head
          const isUnsure = repeated !== undefined || isRepeated || isFenced || isConflict || questions?.answers
          if (isUnsure && !isFresh) return 'unsure'
          if (isFenced) throw new FenceError(id, fence)
          if (isRepeated) return { done: { lsn: entry.head, repeated: true } }
          if (isConflict) throw new LogConflictError(id, head, entry.head)
          const time = streams.now()
          const opened = questions?.opens?.length ? await streams.number() : 0
          const { run: listed } = entry
          const next: Entry = {
            ...bare(entry),
            loud: isQuiet || events.length === 0 ? entry.loud : 0,
            updatedAt: isChange ? time : entry.updatedAt,
            head: entry.head + events.length,
            ...(write !== undefined && { lastWrite: write }),
            ...(about !== undefined && { about }),
            ...(register !== undefined && { register }),
            ...(dueAt !== undefined && { dueAt }),
            ...(expiresAt !== undefined && { expiresAt }),
            ...(release && { node: null }),
            ...(questions && { questions: changeQuestions(entry.questions, questions, { time, opened }) }),
            ...(commandId !== undefined && { commandId }),
            events: [...events],
          }
          if (run !== undefined && listed !== undefined) {
            const { detail: _, ...mark } = listed.mark
            next.run = { mark: { ...mark, ...run }, changedAt: mark.state === run.state ? listed.changedAt : time }
          }
          return { next }
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
    async find(id, commandId) {
      const entry = await streams.get(refTo(id))
      const marked = entry && (await engine.last(commandOf(refTo(id), entry.first, commandId)))
      return marked && findAfter(id, commandId, Number(marked.data))
    },
    watch: (id, listener) => streams.watch(refTo(id), listener),
    broadcast: (id, broadcast) => streams.watchers.broadcast(refTo(id), JSON.stringify(broadcast)),
    listen: (id, listener) => streams.watchers.listen(refTo(id), listener),
    async list(principal, limit) {
      const found = await streams.listed(`${principalOf(kind, principal)}.*`)
      found.sort((a, b) => b.entry.updatedAt - a.entry.updatedAt || b.entry.first - a.entry.first)
      const beats = new Map<string, Promise<boolean>>()
      return Promise.all(found.slice(0, limit).map(({ ref, entry }) => streams.toRecord(ref.id, entry, beats)))
    },
    async count(principal, limit = Number.POSITIVE_INFINITY) {
      return Math.min(limit, (await streams.listed(`${principalOf(kind, principal)}.*`)).length)
    },
    async snapshot(id) {
      const { snapshot } = await snapshotOfNow(id)
      return snapshot && { lsn: snapshot.lsn, state: snapshot.state }
    },
    async keepSnapshot(id, lsn, state) {
      const text = JSON.stringify(state)
      for (;;) {
        const { seq, entry, snapshot } = await snapshotOfNow(id)
        if (entry === undefined || lsn > entry.head || lsn < (snapshot?.lsn ?? 0)) return
        // A snapshot saves time and may be missing; an error here would keep the stream from being read.
        if (Buffer.byteLength(text) > engine.maxBytes - SNAPSHOT_HEADER) return
        const data = `{"first":${entry.first},"lsn":${lsn},"state":${text}}`
        if ((await engine.append(snapshotOf(refTo(id)), data, seq)) !== undefined) return
      }
    },
    delete: async (id, options = {}) => void (await streams.delete(refTo(id), options)),
  }
}

/** As it is stored, so that a caller may change its values afterwards. Throws before anything is stored where a value has no JSON. */
const clone = <T extends object>(values: T): T => JSON.parse(JSON.stringify(values))

function toEntries<E>(records: readonly Appended[], after: number): LogEntry<E>[] {
  return records.flatMap(({ head, events }) =>
    events
      .map((event, i) => ({ lsn: head - events.length + i + 1, event: event as E }))
      .filter(({ lsn }) => lsn > after),
  )
}

import type { Json } from '../tools/json.ts'
import { Broadcasts } from './broadcasts.ts'
import { countTakeover } from './lease.ts'
import {
  FenceError,
  type Leases,
  type Log,
  LogConflictError,
  type LogEntry,
  refuseOwner,
  type Store,
  StreamExistsError,
  StreamGoneError,
  type StreamRecord,
  type StreamRef,
  toRegisterText,
} from './log.ts'
import {
  type NewQuestion,
  pauseAfter,
  type QuestionChanges,
  QuestionClosedError,
  type QuestionRef,
  type Questions,
  type StoredQuestion,
} from './questions.ts'
import {
  countNone,
  DEFAULT_PAGE,
  OPEN_STATES,
  type RunChange,
  type RunIndex,
  type RunMark,
  type RunPlace,
  type RunRow,
  readPlace,
  toPage,
} from './run-index.ts'
import { toKey, Watchers } from './watchers.ts'

export interface MemoryStoreOptions {
  /** Milliseconds since the epoch. When given, it times leases too, which otherwise go by a monotonic clock. */
  now?: () => number
}

/** Keeps streams as long as the process lives. */
export function createMemoryStore({ now }: MemoryStoreOptions = {}): Store {
  const streams = new MemoryStreams(now ?? Date.now, now ?? (() => performance.now()))
  const logs = new Map<string, Log<unknown>>()
  return {
    isDurable: false,
    log<E>(kind: string) {
      const log = logs.get(kind) ?? createMemoryLog(kind, streams)
      logs.set(kind, log)
      // The caller that names a kind knows the type of its events.
      return log as Log<E>
    },
    leases: createMemoryLeases(streams),
    questions: createMemoryQuestions(streams),
    runs: createMemoryRuns(streams),
    close() {},
  }
}

/** Records are kept as text, as in every other store, so that a reader cannot change what was appended. */
interface Stream {
  ref: StreamRef
  principal: string | undefined
  createdAt: number
  updatedAt: number
  about: string
  register: string | undefined
  events: string[]
  commands: Map<string, number>
  snapshot?: { lsn: number; state: string }
  dueAt: number | null
  expiresAt: number | undefined
  node: string | undefined
  fence: number | undefined
  lastWrite: number
  /** The stream that this one was created under, and the keys of those that were created under this one. */
  owner: Stream | undefined
  runs: Set<string>
  /** Its open questions by key. */
  questions: Map<string, OpenQuestion>
  /** How lists show it, and since when it is in its state. */
  run?: { number: number; mark: RunMark; changedAt: number }
}

interface OpenQuestion extends Omit<StoredQuestion, 'body'> {
  to: readonly string[]
  answeredBy: string[]
  body: string
  deliverAt: number | undefined
}

/** The streams of all kinds. */
class MemoryStreams {
  readonly all = new Map<string, Stream>()
  /** The streams of a kind and principal, in the order of their creation. */
  readonly byPrincipal = new Map<string, Set<Stream>>()
  /** The streams that are listed as runs, the latest changed last. */
  readonly runs = new Set<Stream>()
  readonly watchers = new Watchers()
  readonly broadcasts = new Broadcasts()
  readonly nodes = new Map<string, { aliveUntil: number; ttl: number }>()
  /** Open questions by audience name, in the order in which they were opened. */
  readonly questions = new Map<string, Set<OpenQuestion>>()
  readonly now: () => number
  readonly monotonic: () => number
  #fence = 0
  #place = 0
  #runs = 0

  constructor(now: () => number, monotonic: () => number) {
    this.now = now
    this.monotonic = monotonic
  }

  /** One counter for all streams: the fence of a deleted stream is never given to its successor. */
  nextFence(): number {
    return ++this.#fence
  }

  add(key: string, stream: Stream): void {
    const principalKey = toPrincipalKey(stream.ref.kind, stream.principal)
    const streams = this.byPrincipal.get(principalKey) ?? new Set()
    this.byPrincipal.set(principalKey, streams.add(stream))
    this.all.set(key, stream)
  }

  #forget(stream: Stream): void {
    const principalKey = toPrincipalKey(stream.ref.kind, stream.principal)
    const streams = this.byPrincipal.get(principalKey)
    streams?.delete(stream)
    if (streams?.size === 0) this.byPrincipal.delete(principalKey)
  }

  listRun(stream: Stream, mark: RunMark): void {
    stream.run = { number: ++this.#runs, mark: structuredClone(mark), changedAt: this.now() }
    this.runs.add(stream)
  }

  changeRun(stream: Stream, change: RunChange): void {
    if (stream.run === undefined) return
    const { detail: _, ...mark } = stream.run.mark
    stream.run.mark = { ...mark, ...structuredClone(change) }
    if (mark.state === change.state) return
    stream.run.changedAt = this.now()
    this.runs.delete(stream)
    this.runs.add(stream)
  }

  isDriven({ node }: Stream): boolean {
    const lease = node === undefined ? undefined : this.nodes.get(node)
    if (lease === undefined) return false
    const left = lease.aliveUntil - this.monotonic()
    return left > 0 && left <= lease.ttl
  }

  delete(key: string, withRuns: boolean): void {
    const stream = this.all.get(key)
    if (stream === undefined) return
    this.all.delete(key)
    this.#forget(stream)
    this.runs.delete(stream)
    stream.owner?.runs.delete(key)
    this.close(stream, stream.questions.keys())
    this.watchers.wake(key)
    if (withRuns) for (const run of [...stream.runs]) this.delete(run, false)
  }

  open({ ref, principal, questions }: Stream, opens: readonly (NewQuestion & { text: string })[]): void {
    for (const { key, to, quorum = 1, answeredBy = [], expiresAt, isOutgoing, text } of opens) {
      if (questions.has(key)) continue
      const question: OpenQuestion = {
        ...ref,
        key,
        place: ++this.#place,
        ...(principal !== undefined && { principal }),
        to: [...to],
        quorum,
        answeredBy: [...answeredBy],
        openedAt: this.now(),
        ...(expiresAt !== undefined && { expiresAt }),
        tries: 0,
        body: text,
        deliverAt: isOutgoing ? 0 : undefined,
      }
      questions.set(key, question)
      for (const name of to) this.questions.set(name, (this.questions.get(name) ?? new Set()).add(question))
      this.#wakeAudience(question)
    }
  }

  /** Returns the question if `by` may answer it. */
  findOpen({ questions }: Stream, { key, by }: { key: string; by: string }): OpenQuestion {
    const question = questions.get(key)
    if (question === undefined || question.answeredBy.includes(by)) throw new QuestionClosedError(key)
    return question
  }

  answer(stream: Stream, question: OpenQuestion, by: string, isLast = false): void {
    question.answeredBy.push(by)
    if (isLast || question.answeredBy.length >= question.quorum) this.close(stream, [question.key])
    else this.#wakeAudience(question)
  }

  close({ questions }: Stream, keys: Iterable<string>): void {
    for (const key of keys) {
      const question = questions.get(key)
      if (question === undefined) continue
      questions.delete(key)
      for (const name of question.to) {
        const named = this.questions.get(name)
        named?.delete(question)
        if (named?.size === 0) this.questions.delete(name)
      }
      this.#wakeAudience(question)
    }
  }

  #wakeAudience({ to }: OpenQuestion): void {
    for (const name of to) this.watchers.wake(toKey(AUDIENCE, name))
  }

  toRecord(stream: Stream): StreamRecord {
    const { ref, principal, createdAt, updatedAt, about, events, register, lastWrite } = stream
    return {
      id: ref.id,
      ...(principal !== undefined && { principal }),
      createdAt,
      updatedAt,
      head: events.length,
      about: JSON.parse(about) as Json,
      ...(register !== undefined && { register: JSON.parse(register) as Json }),
      isDriven: this.isDriven(stream),
      lastWrite,
    }
  }
}

function createMemoryRuns({ runs, byPrincipal, now }: MemoryStreams): RunIndex {
  const toRow = ({ ref, owner, run }: Stream): RunRow => ({
    ...ref,
    ...structuredClone(run!.mark),
    changedAt: run!.changedAt,
    ...(owner && { owner: { ...owner.ref } }),
  })
  return {
    list({ tool, state, principal, olderThan, search, after, limit = DEFAULT_PAGE } = {}) {
      const place = after === undefined ? undefined : readPlace(after)
      const text = search?.toLowerCase() ?? ''
      const found: (RunPlace & { run: RunRow })[] = []
      for (const stream of [...runs].reverse()) {
        if (found.length > limit) break
        const { changedAt, number } = stream.run!
        if (olderThan !== undefined && changedAt > now() - olderThan) continue
        if (place && (changedAt > place.changedAt || (changedAt === place.changedAt && number >= place.number)))
          continue
        const { mark } = stream.run!
        if (tool !== undefined && mark.tool !== tool) continue
        if (state !== undefined && mark.state !== state) continue
        if (principal !== undefined && mark.principal !== principal) continue
        const searched = [stream.ref.id, mark.tool, mark.principal ?? '']
        if (text !== '' && !searched.some((value) => value.toLowerCase().includes(text))) continue
        found.push({ changedAt, number, run: toRow(stream) })
      }
      return toPage(found, limit)
    },
    find(id) {
      const found = [...runs].find(({ ref }) => ref.id === id)
      return found && toRow(found)
    },
    count() {
      const counted = countNone()
      for (const { run } of runs) counted[run!.mark.state]++
      return counted
    },
    countOpen(kind, principal, limit) {
      let found = 0
      for (const { run } of byPrincipal.get(toPrincipalKey(kind, principal)) ?? []) {
        if (found === limit) break
        if (run !== undefined && OPEN_STATES.includes(run.mark.state)) found++
      }
      return found
    },
  }
}

function createMemoryLeases(streams: MemoryStreams): Leases {
  const { all, nodes, now, monotonic } = streams
  return {
    beat: (node, ttl) => void nodes.set(node, { aliveUntil: monotonic() + ttl, ttl }),
    acquire({ kind, id }, node) {
      const stream = all.get(toKey(kind, id))
      if (stream === undefined || (stream.node !== node && streams.isDriven(stream))) return undefined
      countTakeover(kind, node, stream.node)
      stream.node = node
      stream.fence = streams.nextFence()
      return stream.fence
    },
    release({ kind, id }, fence) {
      const stream = all.get(toKey(kind, id))
      if (stream?.fence === fence) stream.node = undefined
    },
    due(kinds, limit, ahead = 0) {
      const time = now() + ahead
      return [...all.values()]
        .filter(({ ref }) => kinds.includes(ref.kind))
        .filter((stream) => stream.dueAt !== null && stream.dueAt <= time && !streams.isDriven(stream))
        .sort((a, b) => a.dueAt! - b.dueAt!)
        .slice(0, limit)
        .map(({ ref }) => ({ ...ref }))
    },
    held: (kinds, node, limit) =>
      [...all.values()]
        .filter((stream) => stream.node === node && kinds.includes(stream.ref.kind))
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now())
        .slice(0, limit)
        .map(({ ref }) => ({ ...ref })),
    collect(limit) {
      const time = now()
      const expired = [...all]
        .filter(([, { expiresAt }]) => expiresAt !== undefined && expiresAt <= time)
        .slice(0, limit)
      for (const [key] of expired) streams.delete(key, true)
      return expired.length
    },
  }
}

/** The watchers of questions are kept under this kind, by audience name. */
const AUDIENCE = 'audience'

function createMemoryQuestions({ all, questions, watchers, now }: MemoryStreams): Questions {
  const find = ({ kind, id, key }: QuestionRef) => all.get(toKey(kind, id))?.questions.get(key)
  return {
    list(names, { before = Number.POSITIVE_INFINITY, limit } = {}) {
      // Only the newest of each name are sorted: a role may have very many.
      const newest = (name: string) => {
        const earlier = [...(questions.get(name) ?? [])].filter(({ place }) => place < before)
        return limit === undefined ? earlier : earlier.slice(-limit)
      }
      return [...new Set(names.flatMap(newest))]
        .sort((a, b) => b.place - a.place)
        .slice(0, limit)
        .map(toStoredQuestion)
    },
    get(ref) {
      const found = find(ref)
      return found && toStoredQuestion(found)
    },
    keys: ({ kind, id }) => [...(all.get(toKey(kind, id))?.questions.keys() ?? [])],
    watch: (name, listener) => watchers.add(toKey(AUDIENCE, name), () => listener()),
    claim(limit, pauses) {
      const time = now()
      const due = [...all.values()]
        .flatMap((stream) => [...stream.questions.values()])
        .filter(({ deliverAt }) => deliverAt !== undefined && deliverAt <= time)
        .sort((a, b) => a.deliverAt! - b.deliverAt!)
        .slice(0, limit)
      for (const question of due) {
        question.tries++
        question.deliverAt = time + pauseAfter(pauses, question.tries)
      }
      return due.map(toStoredQuestion)
    },
    delivered(ref) {
      const found = find(ref)
      if (found !== undefined) found.deliverAt = undefined
    },
  }
}

const toStoredQuestion = ({ deliverAt, body, to, answeredBy, ...question }: OpenQuestion): StoredQuestion => ({
  ...question,
  to: [...to],
  answeredBy: [...answeredBy],
  body: JSON.parse(body) as Json,
})

/** Called before anything is stored: a body that has no JSON leaves nothing behind. */
const withTexts = (opens: QuestionChanges['opens'] = []) =>
  opens.map((question) => ({ ...question, text: JSON.stringify(question.body) }))

function createMemoryLog<E>(kind: string, streams: MemoryStreams): Log<E> {
  const { all, watchers, broadcasts, now } = streams
  const stream = (id: string): Stream | undefined => all.get(toKey(kind, id))
  const of = (principal: string | undefined): Stream[] => [
    ...(streams.byPrincipal.get(toPrincipalKey(kind, principal)) ?? []),
  ]
  const toEntries = (events: readonly string[], after: number): LogEntry<E>[] =>
    events.map((event, i) => ({ lsn: after + i + 1, event: JSON.parse(event) as E }))

  return {
    create(id, { principal, about, events, register, dueAt = null, expiresAt, node, under, questions, run }) {
      const opens = withTexts(questions)
      const key = toKey(kind, id)
      const owner = under && all.get(toKey(under.kind, under.id))
      refuseOwner(under, owner)
      if (all.has(key)) throw new StreamExistsError(id)
      const time = now()
      const created: Stream = {
        ref: { kind, id },
        principal,
        createdAt: time,
        updatedAt: time,
        about: JSON.stringify(about),
        register: register === undefined ? undefined : toRegisterText(id, register),
        events: events.map((event) => JSON.stringify(event)),
        commands: new Map(),
        dueAt,
        expiresAt,
        node,
        fence: under?.fence ?? (node === undefined ? undefined : streams.nextFence()),
        lastWrite: 0,
        owner,
        runs: new Set(),
        questions: new Map(),
      }
      streams.add(key, created)
      streams.open(created, opens)
      if (run !== undefined) streams.listRun(created, run)
      owner?.runs.add(key)
      watchers.wake(key, events.length)
      return { lsn: events.length, repeated: false, ...(created.fence !== undefined && { fence: created.fence }) }
    },
    get(id) {
      const found = stream(id)
      return found && streams.toRecord(found)
    },
    open(id, fence) {
      const found = stream(id)
      if (found === undefined) return undefined
      if (fence !== undefined) {
        if ((found.fence ?? 0) > fence) throw new FenceError(id, fence)
        found.fence = fence
      }
      return { ...streams.toRecord(found), events: toEntries(found.events, 0) }
    },
    append(id, append) {
      const { events, head, commandId, fence, write, dueAt, about, register, expiresAt, release, isQuiet, run } = append
      const { opens, closes = [], answers } = append.questions ?? {}
      // Before the first is stored: a value that has no JSON leaves nothing behind.
      const opened = withTexts(opens)
      const records = events.map((event) => JSON.stringify(event))
      const aboutText = about === undefined ? undefined : JSON.stringify(about)
      const registerText = register === undefined ? undefined : toRegisterText(id, register)
      const found = stream(id)
      if (found === undefined) throw new StreamGoneError(id)
      const known = commandId === undefined ? undefined : found.commands.get(commandId)
      if (known !== undefined) return { lsn: known, repeated: true }
      if (fence !== undefined && fence !== found.fence) throw new FenceError(id, fence)
      const last = found.events.length
      if (write !== undefined && write <= found.lastWrite) return { lsn: last, repeated: true }
      if (head !== undefined && head !== last) throw new LogConflictError(id, head, last)
      if (answers !== undefined) streams.answer(found, streams.findOpen(found, answers), answers.by, answers.isLast)
      streams.close(found, closes)
      streams.open(found, opened)
      for (const record of records) found.events.push(record)
      const lsn = found.events.length
      if (commandId !== undefined) found.commands.set(commandId, lsn)
      if (write !== undefined) found.lastWrite = write
      if (dueAt !== undefined) found.dueAt = dueAt
      if (aboutText !== undefined) found.about = aboutText
      if (registerText !== undefined) found.register = registerText
      if (expiresAt !== undefined) found.expiresAt = expiresAt
      if (release) found.node = undefined
      if (run !== undefined) streams.changeRun(found, run)
      if (!isQuiet && (records.length > 0 || about !== undefined)) found.updatedAt = now()
      if (!isQuiet && records.length > 0) watchers.wake(toKey(kind, id), lsn)
      return { lsn, repeated: false }
    },
    read: (id, after, limit = Number.POSITIVE_INFINITY) =>
      toEntries(stream(id)?.events.slice(after, after + limit) ?? [], after),
    find: (id, commandId) => stream(id)?.commands.get(commandId),
    watch: (id, listener) => watchers.add(toKey(kind, id), listener),
    broadcast: (id, broadcast) => broadcasts.send(toKey(kind, id), JSON.stringify(broadcast)),
    listen: (id, listener) => broadcasts.listen(toKey(kind, id), listener),
    list: (principal, limit) =>
      of(principal)
        .reverse()
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .slice(0, limit)
        .map((stream) => streams.toRecord(stream)),
    count: (principal, limit = Number.POSITIVE_INFINITY) =>
      Math.min(limit, streams.byPrincipal.get(toPrincipalKey(kind, principal))?.size ?? 0),
    snapshot(id) {
      const kept = stream(id)?.snapshot
      return kept && { lsn: kept.lsn, state: JSON.parse(kept.state) as Json }
    },
    keepSnapshot(id, lsn, state) {
      const found = stream(id)
      if (found === undefined || lsn > found.events.length || lsn < (found.snapshot?.lsn ?? 0)) return
      found.snapshot = { lsn, state: JSON.stringify(state) }
    },
    delete(id, { fence, withRuns = false } = {}) {
      const found = stream(id)
      if (found === undefined) return
      if (fence !== undefined && fence !== found.fence) throw new FenceError(id, fence)
      streams.delete(toKey(kind, id), withRuns)
    },
  }
}

const toPrincipalKey = (kind: string, principal: string | undefined): string =>
  JSON.stringify([kind, principal ?? null])

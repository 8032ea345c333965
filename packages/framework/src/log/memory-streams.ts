import type { Json } from '../tools/json.ts'
import { Broadcasts } from './broadcasts.ts'
import type { StreamRecord, StreamRef } from './log.ts'
import { addAnswer, type NewQuestion, type QuestionChanges, type StoredQuestion } from './questions.ts'
import type { RunChange, RunMark } from './run-index.ts'
import { toKey, Watchers } from './watchers.ts'

/** The watchers of questions are kept under this kind, by audience name. */
export const AUDIENCE = 'audience'

/** Records are kept as text, as in every other store, so that a reader cannot change what was appended. */
export interface Stream {
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

export interface OpenQuestion extends Omit<StoredQuestion, 'body'> {
  to: readonly string[]
  answeredBy: string[]
  body: string
  deliverAt: number | undefined
}

/** The streams of all kinds. */
export class MemoryStreams {
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

  /** Throws a `QuestionClosedError`. */
  answer(stream: Stream, answers: NonNullable<QuestionChanges['answers']>): void {
    const question = stream.questions.get(answers.key)
    const answeredBy = addAnswer(question, answers)
    if (question === undefined || answeredBy === undefined) return this.close(stream, [answers.key])
    question.answeredBy = answeredBy
    this.#wakeAudience(question)
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

export const toPrincipalKey = (kind: string, principal: string | undefined): string =>
  JSON.stringify([kind, principal ?? null])

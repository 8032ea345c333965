import type { StreamRef } from '../log/log.ts'
import type { StoredQuestion } from '../log/questions.ts'
import type { RunMark } from '../log/run-index.ts'
import type { Json } from '../tools/json.ts'
import { fromToken, type Stored, toToken } from './engine.ts'

/**
 * A record of a stream: what was appended, and the whole header after it, so that the last record says all that a stream is.
 * A number that is 0 stands for the record's own, which is not known before it is stored.
 */
export interface Entry {
  /** The first record since the stream was created. */
  first: number
  /** The last record that watchers are woken for. */
  loud: number
  principal?: string
  createdAt: number
  updatedAt: number
  about: Json
  register?: Json
  head: number
  lastWrite: number
  dueAt: number | null
  expiresAt?: number
  node: string | null
  fence: number | null
  /** Under which stream it was created, and with which fence of it. */
  owner?: StreamRef & { first: number; fence?: number }
  /** The stream exists once a further record confirms that its owner still existed, with the fence. */
  isPending?: true
  /** The stream was deleted with this record; its hints are left to be removed. */
  isGone?: true
  /** The runs under the stream are deleted with it. */
  withRuns?: true
  questions: OpenQuestion[]
  run?: { mark: RunMark; changedAt: number }
  /** The entries of indexes that name the stream, with the number under which each was put. */
  hints: Record<string, number>
  commandId?: string
  events: unknown[]
}

export interface OpenQuestion extends Omit<StoredQuestion, 'place' | 'kind' | 'id' | 'principal'> {
  /** The record that opened it, or a number that grows as records do, and its place in that record. */
  opened: number
  index: number
  deliverAt?: number
}

/** What a record appended. */
export type AppendedRecord = Pick<Entry, 'head' | 'events' | 'commandId'>

export const parseAppended = (data: string): AppendedRecord => JSON.parse(data)

export const parseEntry = ({ seq, data }: Stored): Entry => resolve(JSON.parse(data), seq)

/** Puts the record's own number where it was not known. */
export const resolve = (entry: Entry, seq: number): Entry => ({
  ...entry,
  first: entry.first || seq,
  loud: entry.loud || seq,
  fence: entry.fence === 0 ? seq : entry.fence,
  questions: entry.questions.map((question) => ({ ...question, opened: question.opened || seq })),
})

/** The last record of a stream that is deleted. Its only hint is an expiry that is over, by which any node finds what is left of it. */
export const toGone = (entry: Entry, time: number, withRuns = false): Omit<Entry, 'hints'> => {
  const {
    principal: _,
    register: _register,
    owner: _owner,
    run: _run,
    hints: _hints,
    expiresAt = 0,
    ...rest
  } = bare(entry)
  return {
    ...rest,
    about: null,
    questions: [],
    dueAt: null,
    expiresAt: expiresAt <= time ? expiresAt : 0,
    isGone: true,
    ...(withRuns && { withRuns }),
  }
}

/** The header without what was appended with it. */
export function bare({ commandId: _, ...entry }: Entry): Entry {
  return { ...entry, events: [] }
}

const pathOf = ({ kind, id }: StreamRef): string => `${toToken(kind)}.${toToken(id)}`

export function refOf(name: string): StreamRef {
  const [kind, id] = name.split('.').slice(-2)
  return { kind: fromToken(kind!), id: fromToken(id!) }
}

export const nameOf = (ref: StreamRef): string => `log.${pathOf(ref)}`
/** The name of the stream that an entry of an index leads to. */
export const logOf = (hint: string): string => `log${hint.slice(hint.lastIndexOf('.', hint.lastIndexOf('.') - 1))}`
export const broadcastOf = (ref: StreamRef): string => `broadcast.${pathOf(ref)}`
export const snapshotOf = (ref: StreamRef): string => `snapshot.${pathOf(ref)}`
/** The mark that a command may be in a stream, put before it is appended. */
export const commandOf = (ref: StreamRef, first: number, commandId: string): string =>
  `command.${pathOf(ref)}.${first}.${toToken(commandId)}`
/** The marks of all commands of a stream. */
export const commandsOf = (ref: StreamRef, first: number): string => `command.${pathOf(ref)}.${first}.*`
export const nodeOf = (node: string): string => `node.${toToken(node)}`
export const audienceOf = (name: string): string => `audience.${toToken(name)}`
export const principalOf = (kind: string, principal: string | undefined): string =>
  `principal.${principal === undefined ? '-' : toToken(principal)}.${toToken(kind)}`
export const runsOf = (owner: StreamRef & { first: number }): string => `under.${pathOf(owner)}.${owner.first}`

/** All times of all streams. */
export const TIMES = 'time.*.*.*.*'
const timeOf = (what: 'due' | 'expires', time: number, path: string): string =>
  `time.${what}.${Math.max(0, Math.floor(time))}.${path}`

/** The entries of indexes by which a stream is found. Each ends with its kind and id. */
export function hintsOf(ref: StreamRef, entry: Omit<Entry, 'hints'>): string[] {
  const path = pathOf(ref)
  const { principal, questions, owner, isGone } = entry
  const names = new Set(questions.flatMap(({ to }) => to))
  if (isGone) return [timeOf('expires', entry.expiresAt ?? 0, path)]
  return [
    `${principalOf(ref.kind, principal)}.${toToken(ref.id)}`,
    ...(entry.dueAt === null ? [] : [timeOf('due', entry.dueAt, path)]),
    ...(entry.expiresAt === undefined ? [] : [timeOf('expires', entry.expiresAt, path)]),
    ...(entry.run === undefined ? [] : [`run.${path}`]),
    ...(owner === undefined ? [] : [`${runsOf(owner)}.${path}`]),
    ...[...names].map((name) => `${audienceOf(name)}.${path}`),
    ...(questions.some(({ deliverAt }) => deliverAt !== undefined) ? [`outbox.${path}`] : []),
  ]
}

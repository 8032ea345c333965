/**
 * A store whose streams only holders of a key can read.
 *
 * E1 Everything that a person or a model said is encrypted: records, broadcasts, registers, snapshots, `about`, the bodies
 *    of questions and the details of runs. So there is no index of texts, which would be in clear.
 * E2 A value opens only at its place: its stream and, for a record, its number. Values that were swapped are refused.
 * E3 The newest key encrypts, and every key decrypts.
 */
import { createKeyring, type Keyring } from '../keys/keyring.ts'
import {
  type Append,
  type Log,
  LogConflictError,
  type NewStream,
  type Store,
  StreamExistsError,
  UnreadableError,
} from '../log/log.ts'
import type { NewQuestion, QuestionChanges, Questions, StoredQuestion } from '../log/questions.ts'
import { createReportOnce } from '../log/report-once.ts'
import type { RunChange, RunIndex, RunRow } from '../log/run-index.ts'
import { toKey } from '../log/watchers.ts'
import { defined } from '../tools/defined.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { StreamCipher } from './encrypted-values.ts'
import { Turns } from './turns.ts'

/** The stream that tells whether the keys fit, before anything is written with others. */
const CHECK = { kind: 'encryption', id: 'check' }

export interface EncryptedStoreOptions {
  /** Told once of each value that cannot be decrypted and is left out of a list. Default: `console.error`. */
  onError?: (error: unknown) => void
}

/** Heads that are remembered; then all are forgotten. */
const MAX_HEADS = 10_000

/**
 * Encrypts what a store keeps with AES-256-GCM. `keys` are secrets of at least 32 characters, the newest first. Ids, kinds,
 * principals, audience names, times and the number of records stay in clear, because a store searches by them. Rejects when
 * the store was encrypted with other keys, or has runs in clear. Lists leave out what cannot be decrypted, so that the rest can be read.
 *
 * ```ts
 * const store = await createEncryptedStore(createSqliteStore('chat.db'), [process.env.STORE_KEY!])
 * ```
 */
export async function createEncryptedStore(
  store: Store,
  keys: readonly string[],
  { onError = console.error }: EncryptedStoreOptions = {},
): Promise<Store> {
  const keyring = createKeyring(keys)
  await checkKeys(store, keyring)
  const heads = new Map<string, number>()
  const turns = new Turns()
  const skip = createSkip(onError)
  // Member by member: one that is added later must say what of it is encrypted.
  return {
    isDurable: store.isDurable,
    log: <E>(kind: string) => encryptLog(store.log(kind), kind, { keyring, heads, turns, skip }) as Log<E>,
    leases: store.leases,
    questions: decryptQuestions(store.questions, keyring, skip),
    runs: decryptRuns(store.runs, keyring, skip),
    close: () => store.close(),
  }
}

/** Whether what a store keeps is encrypted, so that a server without keys must not use it. */
export const isEncrypted = async (store: Store): Promise<boolean> =>
  (await store.log(CHECK.kind).get(CHECK.id)) !== undefined

async function checkKeys(store: Store, keyring: Keyring): Promise<void> {
  const log = store.log(CHECK.kind)
  const values = new StreamCipher(keyring, CHECK.kind, CHECK.id)
  const found = await log.get(CHECK.id)
  if (found === undefined) {
    if ((await hasRuns(store)) && !(await isEncrypted(store))) {
      throw new SweatpantsError(
        'the store has runs in clear, and encryption begins with an empty store; open it without keys, or use another store',
      )
    }
    try {
      await log.create(CHECK.id, { about: values.seal('about', null), events: [] })
      return
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
      // Another node created it meanwhile, maybe with other keys.
      return checkKeys(store, keyring)
    }
  }
  const { about } = found
  if (!values.canOpen('about', about)) {
    throw new SweatpantsError(
      `the store was encrypted with key ${keyIdOf(about)}, which is not among these keys; put it at the end of the list`,
    )
  }
  if (keyIdOf(about) !== keyring.newest) await log.append(CHECK.id, { events: [], about: values.seal('about', null) })
}

const hasRuns = async (store: Store): Promise<boolean> =>
  Object.values(await store.runs.count()).some((found) => found > 0)

const keyIdOf = (value: Json): string => String(value).split('.')[1] ?? '(none)'

interface Encryption {
  keyring: Keyring
  /** Where streams ended when they were last written here. */
  heads: Map<string, number>
  turns: Turns
  skip: Skip
}

/** Returns what `decrypt` returns, or `undefined` and a report of a value that cannot be decrypted. */
type Skip = <T>(decrypt: () => T) => T | undefined

function createSkip(onError: (error: unknown) => void): Skip {
  const reportOnce = createReportOnce(onError)
  return (decrypt) => {
    try {
      return decrypt()
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      reportOnce(error, String(error.cause))
      return undefined
    }
  }
}

/** Resolves to as many items as wanted although some are left out. `read` resolves to the first ones, up to a limit. */
async function readMost<T, R>(
  read: (limit: number | undefined) => MaybePromise<T[]>,
  toReadable: (item: T) => R | undefined,
  limit: number | undefined,
): Promise<R[]> {
  for (let more = limit; ; ) {
    const items = await read(more)
    const readable = items.flatMap((item) => toReadable(item) ?? [])
    if (more === undefined || items.length < more || readable.length >= limit!) return readable.slice(0, limit)
    more *= 2
  }
}

function encryptLog(log: Log<unknown>, kind: string, { keyring, heads, turns, skip }: Encryption): Log<unknown> {
  const valuesOf = (id: string) => new StreamCipher(keyring, kind, id)
  const remember = (id: string, head: number) => {
    if (heads.size >= MAX_HEADS) heads.clear()
    heads.set(toKey(kind, id), head)
  }
  return {
    ...log,
    async create(id, stream) {
      const values = valuesOf(id)
      const created = await log.create(id, {
        ...encryptHeader(values, stream),
        about: values.seal('about', stream.about),
        events: stream.events.map((event, i) => values.sealText(`record ${i + 1}`, JSON.stringify(event))),
        ...(stream.questions && { questions: encryptQuestions(values, stream.questions) }),
        ...(stream.run && { run: encryptRun(values, stream.run) }),
      })
      remember(id, created.lsn)
      return created
    },
    async get(id) {
      const record = await log.get(id)
      return record && valuesOf(id).openRecord(record)
    },
    async open(id, fence) {
      const opened = await log.open(id, fence)
      if (opened === undefined) return undefined
      const values = valuesOf(id)
      return { ...values.openRecord(opened), events: values.openEntries(opened.events) }
    },
    async append(id, append) {
      const values = valuesOf(id)
      // Before anything is awaited: a caller may change an event afterwards.
      const texts = append.events.map((event) => JSON.stringify(event))
      const given = encryptAppend(values, append)
      if (texts.length === 0) return log.append(id, { ...given, events: [] })
      // A record is encrypted for its place, so the stream must end where this expects it to.
      const appendAt = async (head: number) => {
        const events = texts.map((text, i) => values.sealText(`record ${head + i + 1}`, text))
        const appended = await log.append(id, { ...given, head, events })
        if (!appended.repeated) remember(id, appended.lsn)
        return appended
      }
      const appendLast = async () => {
        for (let head = heads.get(toKey(kind, id)) ?? (await log.get(id))?.head ?? 0; ; ) {
          try {
            return await appendAt(head)
          } catch (error) {
            if (!(error instanceof LogConflictError)) throw error
            head = error.found
          }
        }
      }
      // In turn, because of many at once all but one would be at the wrong place.
      return append.head === undefined ? turns.take(toKey(kind, id), appendLast) : appendAt(append.head)
    },
    broadcast: (id, { after, event }) =>
      log.broadcast(id, { after, event: valuesOf(id).sealText('broadcast', JSON.stringify(event)) }),
    listen(id, listener) {
      const values = valuesOf(id)
      return log.listen(id, ({ after, event }) => {
        // A node that has a newer key broadcasts with it. Such an event is lost here, as any broadcast may be.
        if (values.canOpen('broadcast', event as Json)) listener({ after, event: values.open('broadcast', event) })
      })
    },
    read: async (id, after, limit) => valuesOf(id).openEntries(await log.read(id, after, limit)),
    list: (principal, limit) =>
      readMost(
        (most) => log.list(principal, most),
        (record) => skip(() => valuesOf(record.id).openRecord(record)),
        limit,
      ),
    async snapshot(id) {
      const snapshot = await log.snapshot(id)
      return snapshot && { ...snapshot, state: valuesOf(id).open(`snapshot ${snapshot.lsn}`, snapshot.state) }
    },
    keepSnapshot: (id, lsn, state) => log.keepSnapshot(id, lsn, valuesOf(id).seal(`snapshot ${lsn}`, state)),
  }
}

function encryptHeader<T extends Pick<NewStream<unknown>, 'register'>>(values: StreamCipher, given: T): T {
  return given.register === undefined ? given : { ...given, register: values.sealRegister(given.register) }
}

function encryptAppend(values: StreamCipher, append: Append<unknown>): Append<unknown> {
  const { about, questions, run } = append
  return {
    ...encryptHeader(values, append),
    ...(about !== undefined && { about: values.seal('about', about) }),
    ...(questions && { questions: encryptChanges(values, questions) }),
    ...(run && { run: encryptRun(values, run) }),
  }
}

const encryptChanges = (values: StreamCipher, changes: QuestionChanges): QuestionChanges =>
  changes.opens === undefined ? changes : { ...changes, opens: encryptQuestions(values, changes.opens) }

const encryptQuestions = (values: StreamCipher, questions: readonly NewQuestion[]): NewQuestion[] =>
  questions.map((question) => ({ ...question, body: values.seal(`question ${question.key}`, question.body) }))

/** A detail is stored as the text of a problem. */
const encryptRun = <T extends RunChange>(values: StreamCipher, run: T): T =>
  run.detail === undefined ? run : { ...run, detail: { problem: values.seal('run detail', toJson(run.detail)) } }

// A detail is JSON.
const toJson = (detail: object): Json => detail as Json

function decryptRuns(runs: RunIndex, keyring: Keyring, skip: Skip): RunIndex {
  const decrypt = (row: RunRow): RunRow => {
    if (row.detail === undefined) return row
    const detail = new StreamCipher(keyring, row.kind, row.id).open('run detail', row.detail.problem)
    // `encryptRun` sealed it.
    return { ...row, detail: detail as NonNullable<RunRow['detail']> }
  }
  const toReadable = (row: RunRow): RunRow => skip(() => decrypt(row)) ?? withoutDetail(row)
  return {
    async list(filter) {
      const page = await runs.list(filter)
      return { ...page, runs: page.runs.map(toReadable) }
    },
    async find(id) {
      const row = await runs.find(id)
      return row && toReadable(row)
    },
    count: () => runs.count(),
    countOpen: (kind, principal, limit) => runs.countOpen(kind, principal, limit),
  }
}

const withoutDetail = ({ detail, ...row }: RunRow): RunRow => row

function decryptQuestions(questions: Questions, keyring: Keyring, skip: Skip): Questions {
  const decrypt = (question: StoredQuestion): StoredQuestion => {
    const { kind, id, key, body } = question
    return { ...question, body: new StreamCipher(keyring, kind, id).open(`question ${key}`, body) }
  }
  const canDecrypt = ({ kind, id, key, body }: StoredQuestion): boolean =>
    new StreamCipher(keyring, kind, id).canOpen(`question ${key}`, body)
  return {
    list: (names, { limit, ...options } = {}) =>
      readMost(
        (most) => questions.list(names, { ...options, ...defined({ limit: most }) }),
        (question) => skip(() => decrypt(question)),
        limit,
      ),
    async get(ref) {
      const question = await questions.get(ref)
      return question && decrypt(question)
    },
    async claim(limit, pauses) {
      const claimed = await questions.claim(limit, pauses)
      // One that cannot be decrypted fails a claim of its own: here it would keep the others from being delivered.
      const readable = claimed.filter(canDecrypt)
      return (readable.length > 0 ? readable : claimed).map(decrypt)
    },
    keys: (ref) => questions.keys(ref),
    watch: (name, listener) => questions.watch(name, listener),
    delivered: (ref) => questions.delivered(ref),
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import type * as JetStream from '@nats-io/jetstream'
import type * as Transport from '@nats-io/transport-node'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import type { Engine, Stored } from './engine.ts'

export interface NatsEngineOptions {
  connection: Transport.NatsConnection
  jetstream: typeof JetStream
  /** Returns a subject for replies. */
  createInbox: () => string
  /** How the names of its streams and subjects begin. */
  prefix: string
  replicas: number
  /** Milliseconds after which a request fails that the servers do not answer. */
  timeout: number
}

/** Another record is the last, or a write that makes it so is on its way. */
const WRONG_LAST_SEQUENCE = [10071, 10164]
const STREAM_NOT_FOUND = 10059
/** The servers have no leader at the moment, or one that does not answer. */
const UNAVAILABLE =
  // While servers elect a leader, the client says that JetStream is not enabled.
  /timeout|no ?responders|not enabled|id is in process|request|connection|disconnect|temporarily unavailable|not available|no leader/i
/** Milliseconds for one attempt. */
const ATTEMPT = 1_000
const PAUSE = 20
const CLOCK_INTERVAL = 10_000
const DUPLICATE_WINDOW = 120e9
/** Bytes for the headers of a message. */
const HEADERS = 1_024
/** Records that are read with one request. */
const BATCH = 500

/** Streams on NATS JetStream: each is a subject, appended by compare-and-set of the subject's last sequence. */
export async function createNatsEngine(options: NatsEngineOptions): Promise<Engine> {
  const { connection, prefix, replicas, timeout } = options
  const manager = await options.jetstream.jetstreamManager(connection, { timeout: ATTEMPT, checkAPI: false })
  const client = options.jetstream.jetstream(connection, { timeout: ATTEMPT })
  const [log, names] = [`${prefix}_log`, `${prefix}_names`]
  const maxBytes = (connection.info?.max_payload ?? Number.POSITIVE_INFINITY) - HEADERS
  const reconnected: (() => void)[] = []
  let isClosed = false

  const isStream = (name: string) => name.startsWith('log.')
  const streamOf = (name: string) => (isStream(name) ? log : names)
  const subjectOf = (name: string) => (isStream(name) ? `${prefix}.${name}` : `${prefix}.name.${name}`)

  /** Repeats an act while the servers cannot answer. */
  const insist = async <T>(act: () => Promise<T>): Promise<T> => {
    for (const end = performance.now() + timeout; ; await delay(PAUSE)) {
      if (isClosed) throw new SweatpantsError('the store is closed')
      try {
        return await act()
      } catch (cause) {
        if (cause instanceof SweatpantsError) throw cause
        const isUnavailable = UNAVAILABLE.test(`${(cause as Error).name} ${cause}`)
        if (isUnavailable && performance.now() < end) continue
        const what = isUnavailable ? 'cannot be reached' : 'failed'
        throw new StoreError(`the store ${what}; try again later`, { cause })
      }
    }
  }

  /** Asks the leader, which knows what was acknowledged; other servers may be behind. */
  const get = (name: string, query: JetStream.MsgRequest) =>
    insist(() => manager.streams.getMessage(streamOf(name), query))
  const next = (name: string, after: number) =>
    get(name, { seq: after + 1, next_by_subj: subjectOf(name) } as JetStream.MsgRequest)
  const last = async (name: string): Promise<Stored | undefined> => {
    const found = await get(name, { last_by_subj: subjectOf(name) })
    return found === null ? undefined : toStored(found)
  }

  const publish = async (name: string, data: string, after?: number): Promise<number | undefined> => {
    const size = Buffer.byteLength(data)
    if (size > maxBytes) {
      throw new StoreError(`a write has ${size} bytes, and the store accepts ${maxBytes}; nothing was stored`)
    }
    const msgID = crypto.randomUUID()
    const expect = after === undefined ? {} : { lastSubjectSequence: after }
    return insist(async () => {
      try {
        const { seq } = await client.publish(subjectOf(name), data, {
          msgID,
          expect,
          timeout: ATTEMPT,
          retries: 1,
        })
        return seq
      } catch (error) {
        // An attempt whose acknowledgement was lost is stored: then it follows `after`.
        const found = after === undefined ? null : await next(name, after)
        if (found?.header.get('Nats-Msg-Id') === msgID) return found.seq
        if (WRONG_LAST_SEQUENCE.includes((error as { code?: number }).code ?? 0)) return undefined
        throw error
      }
    })
  }

  const addStream = (config: { name: string; subjects: string[] } & Partial<JetStream.StreamConfig>) =>
    insist(async () => {
      try {
        await manager.streams.info(config.name)
      } catch (error) {
        if ((error as { code?: number }).code !== STREAM_NOT_FOUND) throw error
        await manager.streams.add({ num_replicas: replicas, duplicate_window: DUPLICATE_WINDOW, ...config })
      }
    })
  await addStream({ name: log, subjects: [`${prefix}.log.>`], allow_direct: true })
  await addStream({ name: names, subjects: [`${prefix}.name.>`], max_msgs_per_subject: 1 })

  const clock = await createClock(async () => (await insist(() => manager.streams.info(log))).ts)
  void (async () => {
    for await (const { type } of connection.status()) if (type === 'reconnect') for (const call of reconnected) call()
  })()

  return {
    maxBytes,
    append: publish,
    async put(name, data) {
      return (await publish(name, data))!
    },
    last,
    async lasts(names) {
      const subjects = names.map(subjectOf)
      const info = insist(() => manager.streams.info(log))
      for (let tries = 0; tries < 2; tries++) {
        // From any server. One that is behind the leader is not believed.
        const direct = getDirect({ multi_last: subjects, batch: subjects.length })
        const [{ messages, upTo }, { state }] = await Promise.all([direct, info])
        if (upTo < state.last_seq) continue
        const bySubject = new Map(messages.map((message) => [message.headers!.get('Nats-Subject'), message]))
        return subjects.map((subject) => {
          const message = bySubject.get(subject)
          return message && { seq: seqOf(message), data: message.string() }
        })
      }
      return Promise.all(names.map(last))
    },
    async read(name, after, upTo) {
      const found: string[] = []
      for (let at = after, failures = 0; at < upTo; ) {
        if (failures < 2) {
          // From any server. One that is behind returns fewer records, and is asked again, then the leader is.
          const { messages } = await getDirect({ seq: at + 1, next_by_subj: subjectOf(name), batch: BATCH })
          // Reading the headers of a message costs more than the rest of it: only the last ones need it.
          while (messages.length > 0 && seqOf(messages.at(-1)!) > upTo) messages.pop()
          if (messages.length === 0) failures++
          else at = seqOf(messages.at(-1)!)
          for (const message of messages) found.push(message.string())
        } else {
          const record = await next(name, at)
          if (record === null || record.seq > upTo) return undefined
          at = record.seq
          found.push(record.string())
        }
      }
      return found
    },
    async purge(name, upTo) {
      const seq = upTo === Number.MAX_SAFE_INTEGER ? {} : { seq: upTo + 1 }
      await insist(() => manager.streams.purge(streamOf(name), { filter: subjectOf(name), ...seq }))
    },
    async names(pattern) {
      const filter = subjectOf(pattern)
      const { state } = await insist(() => manager.streams.info(names, { subjects_filter: filter }))
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(`${prefix}.name.`.length))
    },
    subscribe(name, listener) {
      const subscription = connection.subscribe(`${prefix}.wake.${name}`, {
        callback: (error, message) => void (error === null && listener(message.string())),
      })
      return { ready: connection.flush().catch(() => {}), stop: () => subscription.unsubscribe() }
    },
    signal(name, text) {
      if (!connection.isClosed()) connection.publish(`${prefix}.wake.${name}`, text)
    },
    onReconnect: (listener) => void reconnected.push(listener),
    now: clock.now,
    async close() {
      if (isClosed) return
      isClosed = true
      clock.stop()
      await connection.flush().catch(() => {})
      await connection.close()
    },
  }

  /**
   * Asks any server for several records at once. Resolves to those that came, fewer if the server or the connection is gone, and
   * for last records to the sequence up to which the server has seen the stream.
   */
  function getDirect(query: object): Promise<{ messages: Transport.Msg[]; upTo: number }> {
    const { promise, resolve } = Promise.withResolvers<number>()
    const messages: Transport.Msg[] = []
    const inbox = options.createInbox()
    const subscription = connection.subscribe(inbox, {
      callback(error, message) {
        if (error === null && message.data.length > 0) messages.push(message)
        else resolve(Number(message.headers?.get('Nats-UpTo-Sequence') || -1))
      },
    })
    const timer = setTimeout(() => resolve(-1), ATTEMPT)
    connection.publish(`$JS.API.DIRECT.GET.${log}`, JSON.stringify(query), { reply: inbox })
    return promise
      .then((upTo) => ({ messages, upTo }))
      .finally(() => {
        clearTimeout(timer)
        subscription.unsubscribe()
      })
  }
}

/** The sequence of a message that a server was asked for. */
const seqOf = (message: Transport.Msg): number => Number(message.headers!.get('Nats-Sequence'))

const toStored = (message: { seq: number; string(): string }): Stored => ({ seq: message.seq, data: message.string() })

/** Follows the clock of the servers with the monotonic clock of this process. */
async function createClock(readTime: () => Promise<string | Date | undefined>) {
  let offset = Date.now() - performance.now()
  const measure = async () => {
    const sent = performance.now()
    const time = await readTime()
    const received = performance.now()
    if (time !== undefined) offset = new Date(time).getTime() - (sent + received) / 2
  }
  await measure()
  // The next time measures it again.
  const timer = setInterval(() => void measure().catch(() => {}), CLOCK_INTERVAL).unref()
  return { now: () => performance.now() + offset, stop: () => clearInterval(timer) }
}

import { setTimeout as delay } from 'node:timers/promises'
import type * as JetStream from '@nats-io/jetstream'
import type * as Transport from '@nats-io/transport-node'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import type { Engine, Stored } from './engine.ts'
import { createPartitions, findPlace, type Place } from './nats-partitions.ts'

export interface NatsEngineOptions {
  connection: Transport.NatsConnection
  jetstream: typeof JetStream
  /** Returns a subject for replies. */
  createInbox: () => string
  /** How the names of its streams and subjects begin. */
  prefix: string
  replicas: number
  /** Over how many streams of JetStream the streams are spread; without it, as many as there are, and `replicas` for a new store. */
  partitions?: number | undefined
  /** Milliseconds after which a request fails that the servers do not answer. */
  timeout: number
}

/** Another record is the last, or a write that makes it so is on its way. */
const WRONG_LAST_SEQUENCE = [10071, 10164]
const STREAM_NOT_FOUND = 10059
/** The servers have no leader at the moment, or one that does not answer. */
const UNAVAILABLE =
  // While servers elect a leader, the client says that JetStream is not enabled.
  /timeout|no ?responders|not enabled|peer offline|id is in process|request|connection|disconnect|temporarily unavailable|not available|no leader/i
/** Milliseconds for one attempt. */
const ATTEMPT = 1_000
const PAUSE = 20
const CLOCK_INTERVAL = 10_000
const DUPLICATE_WINDOW = 120e9
/** Bytes for the headers of a message. */
const HEADERS = 1_024
/** Records that are read with one request. */
const BATCH = 500

/**
 * Streams on NATS JetStream: each is a subject, appended by compare-and-set of the subject's last sequence. A partition is two streams
 * of JetStream, one of records and one of values. The first partition also has the values that belong to no single stream.
 */
export async function createNatsEngine(options: NatsEngineOptions): Promise<Engine> {
  const { connection, prefix, replicas, timeout } = options
  const manager = await options.jetstream.jetstreamManager(connection, { timeout: ATTEMPT, checkAPI: false })
  const client = options.jetstream.jetstream(connection, { timeout: ATTEMPT })
  const maxBytes = (connection.info?.max_payload ?? Number.POSITIVE_INFINITY) - HEADERS
  const reconnected: (() => void)[] = []
  let isClosed = false

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

  const addStream = (config: { name: string; subjects: string[] } & Partial<JetStream.StreamConfig>) =>
    insist(async () => {
      try {
        return await manager.streams.info(config.name)
      } catch (error) {
        if ((error as { code?: number }).code !== STREAM_NOT_FOUND) throw error
        const common = { num_replicas: replicas, duplicate_window: DUPLICATE_WINDOW, allow_direct: true }
        return manager.streams.add({ ...common, ...config })
      }
    })

  const log = `${prefix}_log`
  const metadata = { partitions: `${options.partitions ?? replicas}` }
  const { config } = await addStream({ name: log, subjects: [`${prefix}.log.>`], metadata })
  const partitions = Number(config.metadata?.partitions ?? 1)
  if (options.partitions !== undefined && options.partitions !== partitions) {
    throw new SweatpantsError(
      `its streams are in ${partitions} partitions, not ${options.partitions}, which cannot be changed; leave partitions out, or choose another prefix`,
    )
  }
  const spread = createPartitions(prefix, partitions)
  const settings = { max_msgs_per_subject: 1, allow_msg_ttl: true }
  await Promise.all(
    spread.flatMap(({ records, values }) => [
      addStream({ name: records.stream, subjects: [`${records.subject}.>`] }),
      addStream({ name: values.stream, subjects: [`${values.subject}.>`], ...settings }),
    ]),
  )
  // A server that finds no value does not say how far it is, so each look includes one that exists.
  await Promise.all(spread.map(({ present }) => insist(() => client.publish(present, '1'))))
  const placeOf = (name: string) => findPlace(spread, name)

  /** Asks the leader, which knows what was acknowledged; other servers may be behind. */
  const get = ({ stream }: Place, query: JetStream.MsgRequest) =>
    insist(() => manager.streams.getMessage(stream, query))
  const next = (place: Place, after: number) =>
    get(place, { seq: after + 1, next_by_subj: place.subject } as JetStream.MsgRequest)
  const last = async (name: string): Promise<Stored | undefined> => {
    const place = placeOf(name)
    const found = await get(place, { last_by_subj: place.subject })
    return found === null ? undefined : { seq: place.toNumber(found.seq), data: found.string() }
  }

  const publish = async (name: string, data: string, after?: number, ttl?: number): Promise<number | undefined> => {
    const size = Buffer.byteLength(data)
    if (size > maxBytes) {
      throw new StoreError(`a write has ${size} bytes, and the store accepts ${maxBytes}; nothing was stored`)
    }
    const msgID = crypto.randomUUID()
    const place = placeOf(name)
    const before = after === undefined ? undefined : place.toSeq(after)
    const sent = {
      msgID,
      timeout: ATTEMPT,
      retries: 1,
      ...(before !== undefined && { expect: { lastSubjectSequence: before } }),
      // In whole seconds.
      ...(ttl !== undefined && { ttl: `${Math.ceil(ttl / 1_000)}s` }),
    }
    return insist(async () => {
      try {
        const { seq } = await client.publish(place.subject, data, sent)
        return place.toNumber(seq)
      } catch (error) {
        // An attempt whose acknowledgement was lost is stored: then it follows `after`.
        const found = before === undefined ? null : await next(place, before)
        if (found?.header.get('Nats-Msg-Id') === msgID) return place.toNumber(found.seq)
        if (WRONG_LAST_SEQUENCE.includes((error as { code?: number }).code ?? 0)) return undefined
        throw error
      }
    })
  }

  const clock = await createClock(async () => (await insist(() => manager.streams.info(log))).ts)
  void (async () => {
    for await (const { type } of connection.status()) if (type === 'reconnect') for (const call of reconnected) call()
  })()

  return {
    isOrdered: partitions === 1,
    maxBytes,
    append: publish,
    async put(name, data, ttl) {
      return (await publish(name, data, undefined, ttl))!
    },
    last,
    async lasts(names) {
      const byStream = Map.groupBy(names.map(placeOf), ({ stream }) => stream)
      const found = await Promise.all([...byStream.values()].map(getLasts))
      const bySubject = new Map(found.flat())
      return names.map((name) => bySubject.get(placeOf(name).subject))
    },
    async read(name, after, upTo) {
      const place = placeOf(name)
      const found: string[] = []
      for await (const messages of getAll(place, place.toSeq(after), place.toSeq(upTo))) {
        if (messages === undefined) return undefined
        for (const message of messages) found.push(message.string())
      }
      return found
    },
    async since(pattern, after) {
      const place = placeOf(pattern)
      const newest = await get(place, { last_by_subj: place.subject })
      const found: { name: string; seq: number }[] = []
      if (newest === null) return found
      const length = place.subject.length - pattern.length
      for await (const messages of getAll(place, place.toSeq(after), newest.seq)) {
        for (const message of messages ?? [])
          found.push({ name: subjectOf(message).slice(length), seq: place.toNumber(seqOf(message)) })
      }
      return found
    },
    async purge(name, upTo) {
      const { stream, subject, toSeq } = placeOf(name)
      const seq = upTo === Number.MAX_SAFE_INTEGER ? {} : { seq: toSeq(upTo) + 1 }
      await insist(() => manager.streams.purge(stream, { filter: subject, ...seq }))
    },
    async names(pattern) {
      const { stream, subject } = placeOf(pattern)
      const { state } = await insist(() => manager.streams.info(stream, { subjects_filter: subject }))
      const length = subject.length - pattern.length
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(length))
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

  /** Returns the last records of places in one stream of JetStream, by subject. */
  async function getLasts(places: readonly Place[]): Promise<[subject: string, Stored][]> {
    const { stream, present, toNumber } = places[0]!
    const subjects = [...places.map(({ subject }) => subject), ...present]
    const info = insist(() => manager.streams.info(stream))
    for (let tries = 0; tries < 2; tries++) {
      // From any server. One that is behind the leader is not believed.
      const direct = getDirect(stream, { multi_last: subjects, batch: subjects.length })
      const [{ messages, upTo }, { state }] = await Promise.all([direct, info])
      if (upTo >= state.last_seq) return toLasts(messages, toNumber)
    }
    const found = await Promise.all(places.map((place) => get(place, { last_by_subj: place.subject })))
    return toLasts(
      found.filter((one) => one !== null),
      toNumber,
    )
  }

  /** Gets the messages after a sequence up to another one, in order; `undefined` at the end if that one is gone. */
  async function* getAll(place: Place, after: number, upTo: number): AsyncGenerator<Received[] | undefined> {
    for (let at = after, failures = 0; at < upTo; ) {
      if (failures < 2) {
        // From any server. One that is behind returns fewer messages, and is asked again, then the leader is.
        const query = { seq: at + 1, next_by_subj: place.subject, batch: BATCH }
        const { messages } = await getDirect(place.stream, query)
        // Reading the headers of a message costs as much as the rest of it: only the last ones need it.
        while (messages.length > 0 && seqOf(messages.at(-1)!) > upTo) messages.pop()
        if (messages.length === 0) failures++
        else at = seqOf(messages.at(-1)!)
        yield messages
      } else {
        const found = await next(place, at)
        if (found === null || found.seq > upTo) return yield undefined
        at = found.seq
        yield [found]
      }
    }
  }

  /**
   * Asks any server for several messages at once. Resolves to those that came, fewer if the server or the connection is gone, and
   * for last messages to the sequence up to which the server has seen the stream.
   */
  function getDirect(stream: string, query: object): Promise<{ messages: Transport.Msg[]; upTo: number }> {
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
    connection.publish(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify(query), { reply: inbox })
    return promise
      .then((upTo) => ({ messages, upTo }))
      .finally(() => {
        clearTimeout(timer)
        subscription.unsubscribe()
      })
  }
}

type Received = Transport.Msg | JetStream.StoredMsg

const seqOf = (message: Received): number =>
  'seq' in message ? message.seq : Number(message.headers!.get('Nats-Sequence'))

/** The subject under which a message was stored; it is received under that of the reply. */
const subjectOf = (message: Received): string =>
  'seq' in message ? message.subject : message.headers!.get('Nats-Subject')

const toLasts = (messages: readonly Received[], toNumber: Place['toNumber']): [subject: string, Stored][] =>
  messages.map((message) => [subjectOf(message), { seq: toNumber(seqOf(message)), data: message.string() }])

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

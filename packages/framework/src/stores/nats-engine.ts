import type * as JetStream from '@nats-io/jetstream'
import type * as Transport from '@nats-io/transport-node'
import type { Engine } from './engine.ts'
import { ATTEMPT, createInsist, type Insist } from './nats-attempts.ts'
import { createNatsClock } from './nats-clock.ts'
import { findPlace, isTooLong } from './nats-partitions.ts'
import { createNatsReads, seqOf, subjectOf } from './nats-reads.ts'
import { openPartitions } from './nats-streams.ts'
import { createNatsWrites } from './nats-writes.ts'

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

/** What the parts of an engine share. */
export interface Nats extends NatsEngineOptions {
  manager: JetStream.JetStreamManager
  client: JetStream.JetStreamClient
  insist: Insist
}

/** Partitions that are asked how far they are before it is known which of them a list needs. */
const MAX_ASKED = 4
/** Bytes for the headers of a message. */
const HEADERS = 1_024

/**
 * Streams on NATS JetStream: each is a subject, appended by compare-and-set of the subject's last sequence. A partition is two streams
 * of JetStream, one of records and one of values. The first partition also has the values that belong to no single stream.
 */
export async function createNatsEngine(options: NatsEngineOptions): Promise<Engine> {
  const { connection, prefix, timeout } = options
  const manager = await options.jetstream.jetstreamManager(connection, { timeout: ATTEMPT, checkAPI: false })
  const client = options.jetstream.jetstream(connection, { timeout: ATTEMPT })
  const maxBytes = (connection.info?.max_payload ?? Number.POSITIVE_INFINITY) - HEADERS
  const reconnected: (() => void)[] = []
  let isClosed = false

  const insist = createInsist(timeout, () => isClosed)
  const nats = { ...options, manager, client, insist }
  const partitions = await openPartitions(nats)
  const placeOf = (name: string) => findPlace(partitions, name)
  const reads = createNatsReads(nats)
  const { append, put } = createNatsWrites(nats, { reads, placeOf, maxBytes })
  const { get, getEnd, getLasts, getAll } = reads
  const clock = await createNatsClock(
    async () => (await manager.streams.info(partitions[0]!.records.stream)).ts,
    insist,
  )
  void (async () => {
    for await (const { type } of connection.status()) if (type === 'reconnect') for (const call of reconnected) call()
  })()

  return {
    isOrdered: partitions.length === 1,
    maxBytes,
    append,
    put,
    async last(name) {
      const place = placeOf(name)
      const found = await get(place, { last_by_subj: place.subject })
      return found === null ? undefined : { seq: place.toNumber(found.seq), data: found.string() }
    },
    async moment() {
      // Of many partitions a list needs few.
      const asked = partitions.length > MAX_ASKED ? [] : partitions.map(({ records }) => records.stream)
      return new Map(await Promise.all(asked.map(async (stream) => [stream, await getEnd(stream)] as const)))
    },
    async lasts(names, { at, since } = {}) {
      const places = names.map(placeOf)
      const read = [...Map.groupBy(places, ({ stream }) => stream)].map(async ([stream, those]) => {
        const end = at === undefined ? getEnd(stream) : at.then((moment) => moment.get(stream) ?? getEnd(stream))
        return { stream, ...(await getLasts(those, end, since?.get(stream) ?? 0)) }
      })
      const byStream = await Promise.all(read)
      const bySubject = new Map(byStream.flatMap(({ lasts }) => lasts))
      const partial = new Set(byStream.flatMap(({ stream, isWhole }) => (isWhole ? [] : stream)))
      return {
        found: places.map(
          ({ stream, subject }) => bySubject.get(subject) ?? (partial.has(stream) ? 'same' : undefined),
        ),
        at: new Map(byStream.map(({ stream, upTo }) => [stream, upTo])),
      }
    },
    async read(name, after, upTo) {
      const place = placeOf(name)
      const found: string[] = []
      for await (const messages of getAll(place, place.toSeq(after), place.toSeq(upTo), false)) {
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
      for await (const messages of getAll(place, place.toSeq(after), newest.seq, true)) {
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
      // Nothing is stored under it.
      if (isTooLong(name)) return { ready: Promise.resolve(), stop: () => {} }
      const subscription = connection.subscribe(`${prefix}.wake.${name}`, {
        callback: (error, message) => void (error === null && listener(message.string())),
      })
      return { ready: connection.flush().catch(() => {}), stop: () => subscription.unsubscribe() }
    },
    signal(name, text) {
      if (!connection.isClosed() && !isTooLong(name)) connection.publish(`${prefix}.wake.${name}`, text)
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
}

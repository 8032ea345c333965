import type * as JetStream from '@nats-io/jetstream'
import type * as Transport from '@nats-io/transport-node'
import type { Stored } from './engine.ts'
import { ATTEMPT } from './nats-attempts.ts'
import type { Nats } from './nats-engine.ts'
import type { Place } from './nats-partitions.ts'

/** Records that are read with one request. */
const BATCH = 500
/** Bytes after which a server ends a reply. By default it would go on to the most that it leaves pending for a client, and then disconnect a slow one. */
const MAX_BYTES = 1_048_576

export type NatsReads = ReturnType<typeof createNatsReads>

/** Reads messages: one by one from the leader, or many at once from any server, which is not believed if it is behind. */
export function createNatsReads({ connection, manager, insist, createInbox }: Nats) {
  return { get, next, getEnd, getLasts, getAll }

  /** Asks the leader, which knows what was acknowledged; other servers may be behind. */
  function get({ stream }: Place, query: JetStream.MsgRequest): Promise<JetStream.StoredMsg | null> {
    return insist(() => manager.streams.getMessage(stream, query))
  }

  function next(place: Place, after: number): Promise<JetStream.StoredMsg | null> {
    return get(place, { seq: after + 1, next_by_subj: place.subject } as JetStream.MsgRequest)
  }

  /** Returns the last sequence of a stream of JetStream. */
  async function getEnd(stream: string): Promise<number> {
    const { state } = await insist(() => manager.streams.info(stream))
    return state.last_seq
  }

  /** Returns the last records of places in one stream of JetStream, as of `end` or later: all of them, or those after a sequence. */
  async function getLasts(places: readonly Place[], end: Promise<number>, since: number): Promise<Lasts> {
    const { stream, present, toNumber } = places[0]!
    const subjects = [...places.map(({ subject }) => subject), ...present]
    for (let tries = 0; tries < 2; tries++) {
      // From any server. One that is behind the leader is not believed.
      const [{ messages, upTo }, last] = await Promise.all([getMulti(stream, subjects, since), end])
      if (upTo < last || upTo < since) continue
      return { lasts: toLasts(messages, toNumber), upTo, isWhole: since === 0 }
    }
    const found = await Promise.all(places.map((place) => get(place, { last_by_subj: place.subject })))
    const lasts = toLasts(
      found.filter((one) => one !== null),
      toNumber,
    )
    return { lasts, upTo: await end, isWhole: true }
  }

  /** Gets the last messages of subjects that are after a sequence, as one server has them, and how far that server is. */
  async function getMulti(stream: string, subjects: readonly string[], since: number) {
    const messages: Transport.Msg[] = []
    for (let seq = since + 1, upTo = Number.POSITIVE_INFINITY; ; ) {
      const page = await getDirect(stream, { multi_last: subjects, seq, batch: subjects.length, max_bytes: MAX_BYTES })
      messages.push(...page.messages)
      upTo = Math.min(upTo, Number(page.end?.get('Nats-UpTo-Sequence') || -1))
      const [first, ...others] = page.messages
      // How many follow the first. The server may have ended before.
      const pending = Number(first?.headers?.get('Nats-Num-Pending') ?? 0)
      if (upTo === -1 || others.length >= pending) return { messages, upTo }
      seq = seqOf(page.messages.at(-1)!) + 1
    }
  }

  /**
   * Gets the messages after a sequence up to another one, in order; `undefined` at the end if that one is gone. Headers cost as much as
   * the rest of a message.
   */
  async function* getAll(
    place: Place,
    after: number,
    upTo: number,
    hasHeaders: boolean,
  ): AsyncGenerator<Received[] | undefined> {
    for (let at = after, failures = 0; at < upTo; ) {
      if (failures < 2) {
        // From any server. One that is behind returns fewer messages, and is asked again, then the leader is.
        const query = {
          seq: at + 1,
          next_by_subj: place.subject,
          batch: BATCH,
          max_bytes: MAX_BYTES,
          no_hdr: !hasHeaders,
        }
        const { messages, end } = await getDirect(place.stream, query)
        let last = Number(end?.get('Nats-Last-Sequence') || 0)
        // What follows `upTo` is told by its headers.
        if (last > upTo && !hasHeaders && messages[0]?.headers === undefined) {
          hasHeaders = true
          continue
        }
        while (last > upTo) {
          messages.pop()
          last = messages.length === 0 ? 0 : seqOf(messages.at(-1)!)
        }
        if (last === 0) {
          failures++
          continue
        }
        at = last
        yield messages
      } else {
        const found = await next(place, at)
        if (found === null || found.seq > upTo) return yield undefined
        at = found.seq
        yield [found]
      }
    }
  }

  /** Asks any server for several messages at once. Resolves to those that came, and how they ended unless the server or the connection is gone. */
  function getDirect(stream: string, query: object): Promise<{ messages: Transport.Msg[]; end?: Transport.MsgHdrs }> {
    const { promise, resolve } = Promise.withResolvers<Transport.MsgHdrs | undefined>()
    const messages: Transport.Msg[] = []
    const inbox = createInbox()
    const subscription = connection.subscribe(inbox, {
      callback(error, message) {
        if (error === null && message.data.length > 0) messages.push(message)
        else resolve(message.headers)
      },
    })
    const timer = setTimeout(() => resolve(undefined), ATTEMPT)
    connection.publish(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify(query), { reply: inbox })
    return promise
      .then((end) => ({ messages, ...(end && { end }) }))
      .finally(() => {
        clearTimeout(timer)
        subscription.unsubscribe()
      })
  }
}

interface Lasts {
  lasts: [subject: string, Stored][]
  /** The sequence up to which the server has seen the stream. */
  upTo: number
  /** Whether records from before are among them. */
  isWhole: boolean
}

type Received = Transport.Msg | JetStream.StoredMsg

export const seqOf = (message: Received): number =>
  'seq' in message ? message.seq : Number(message.headers!.get('Nats-Sequence'))

/** The subject under which a message was stored; it is received under that of the reply. */
export const subjectOf = (message: Received): string =>
  'seq' in message ? message.subject : message.headers!.get('Nats-Subject')

const toLasts = (messages: readonly Received[], toNumber: Place['toNumber']): [subject: string, Stored][] =>
  messages.map((message) => [subjectOf(message), { seq: toNumber(seqOf(message)), data: message.string() }])

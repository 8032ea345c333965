import { RecordSizeError, StoreError } from '../tools/errors.ts'
import { ATTEMPT } from './nats-attempts.ts'
import type { Nats } from './nats-engine.ts'
import { isTooLong, type Place } from './nats-partitions.ts'
import type { NatsReads } from './nats-reads.ts'

export interface NatsWritesOptions {
  reads: NatsReads
  placeOf: (name: string) => Place
  maxBytes: number
}

/** Another record is the last, or a write that makes it so is on its way. */
const WRONG_LAST_SEQUENCE = [10071, 10164]

/** Writes records and values. Each has an id, by which a write whose acknowledgement was lost is recognised and not repeated. */
export function createNatsWrites({ client, insist }: Nats, { reads, placeOf, maxBytes }: NatsWritesOptions) {
  return { append, put }

  async function append(name: string, data: string, after: number): Promise<number | undefined> {
    refuseTooLarge(name, data)
    const place = placeOf(name)
    const before = place.toSeq(after)
    // The number of a record in another partition.
    if (after > 0 && place.toNumber(before) !== after) return undefined
    const sent = { ...attempt(), expect: { lastSubjectSequence: before } }
    return insist(async () => {
      try {
        const { seq } = await client.publish(place.subject, data, sent)
        return place.toNumber(seq)
      } catch (error) {
        // An attempt whose acknowledgement was lost is stored: then it follows `after`.
        const found = await reads.next(place, before)
        if (found?.header.get('Nats-Msg-Id') === sent.msgID) return place.toNumber(found.seq)
        if (WRONG_LAST_SEQUENCE.includes((error as { code?: number }).code ?? 0)) return undefined
        throw error
      }
    })
  }

  async function put(name: string, data: string, ttl?: number): Promise<number> {
    refuseTooLarge(name, data)
    const place = placeOf(name)
    // In whole seconds.
    const sent = { ...attempt(), ...(ttl !== undefined && { ttl: `${Math.ceil(ttl / 1_000)}s` }) }
    const { seq } = await insist(() => client.publish(place.subject, data, sent))
    return place.toNumber(seq)
  }

  function refuseTooLarge(name: string, data: string): void {
    if (isTooLong(name)) {
      throw new StoreError('an id, a principal or another name is too long for the servers of NATS; nothing was stored')
    }
    const size = Buffer.byteLength(data)
    if (size <= maxBytes) return
    throw new RecordSizeError(size, maxBytes)
  }
}

const attempt = () => ({ msgID: crypto.randomUUID(), timeout: ATTEMPT, retries: 1 })

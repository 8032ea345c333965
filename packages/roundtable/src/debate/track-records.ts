import { appendOrCreate, type Log, States, type Store } from '@sweatpants/framework/log'
import {
  countRecord,
  type DebateRecord,
  noDebates,
  type RecordedDebates,
  reduceRecords,
  type TrackRecord,
} from '../consensus/track-record.ts'
import type { Session } from '../session/session.ts'

/** Raised when states look different from what older snapshots hold. */
const SHAPE = 1

/** The track records of principals: one stream each, so that no round reads all debates. */
export class TrackRecords {
  readonly #log: Log<DebateRecord>
  readonly #states: States<RecordedDebates, DebateRecord>

  constructor(store: Store) {
    this.#log = store.log('track_record')
    this.#states = new States({ log: this.#log, initial: noDebates, reduce: reduceRecords, shape: SHAPE, cached: 100 })
  }

  /** Returns the record of the models of a session, from the other debates of its owner. */
  async count(session: Session): Promise<TrackRecord> {
    return countRecord(await this.#states.load(toId(session.principal)), session)
  }

  /** Records a debate. A later record of the same debate replaces it; an equal one is not stored again. */
  async put(principal: string | undefined, record: DebateRecord): Promise<void> {
    const id = toId(principal)
    const stream = { ...(principal !== undefined && { principal }), about: null, events: [record] }
    for (;;) {
      const head = (await this.#log.get(id))?.head
      const { debates } = await this.#states.load(id)
      const before = debates.find(({ sessionId }) => sessionId === record.sessionId)
      if (JSON.stringify(before) === JSON.stringify(record)) return
      if (await appendOrCreate(this.#log, id, head, stream)) return
    }
  }
}

const toId = (principal: string | undefined): string => (principal === undefined ? 'record' : `record/${principal}`)

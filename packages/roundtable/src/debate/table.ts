import { jsonSchema, type ToolContext } from '@sweatpants/framework'
import { findMode } from '../modes/index.ts'
import type { Mode } from '../modes/mode.ts'
import type { Happening } from '../session/event.ts'
import { reduce } from '../session/reduce.ts'
import type { Seat } from '../session/seat.ts'
import { openRound, type Round, type Session, seatOf } from '../session/session.ts'
import type { DebateSettings } from './settings.ts'

/** The one question that a round asks beside those to models: that something be written down. */
export const RECORD = { record: { response: jsonSchema({}), ui: 'in-app' } } as const

export type RoundContext = ToolContext<typeof RECORD>

/** What is on the table while a round is played: the session as it was when the round began, and all that was recorded since. */
export class Table {
  readonly mode: Mode
  readonly settings: DebateSettings
  #session: Session

  constructor(session: Session, settings: DebateSettings) {
    this.mode = findMode(session.mode)
    this.settings = settings
    this.#session = session
  }

  get session(): Session {
    return this.#session
  }

  get round(): Round {
    return openRound(this.#session)!
  }

  /** On the last round nobody would be there to use an answer. */
  get canRequest(): boolean {
    return this.round.number < this.#session.totalRounds
  }

  /** Who is heard in this round. */
  get seats(): Seat[] {
    return this.round.agentIds.map((agentId) => seatOf(this.#session, agentId))
  }

  /** How others are told of a seat. */
  readonly nameOf = (agentId: string): string => {
    const seat = seatOf(this.#session, agentId)
    return this.mode.recall.speakers === 'names' ? seat.agentId : seat.label
  };

  /** Writes it into the session's log, once. */
  *record(ctx: RoundContext, happening: Happening) {
    yield* ctx.elicit('record', { message: happening.type, happening })
    this.#session = reduce(this.#session, { ...happening, timestamp: this.#session.updatedAt })
  }
}

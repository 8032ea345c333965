import { jsonSchema, type ToolContext } from '@sweatpants/framework'
import { findMode } from '../modes/index.ts'
import type { Mode } from '../modes/mode.ts'
import { createNames } from '../prompts/speaker.ts'
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
  /** How others are told of a seat. */
  readonly nameOf: (agentId: string) => string
  #session: Session

  constructor(session: Session, settings: DebateSettings) {
    this.mode = findMode(session.mode)
    this.settings = settings
    this.#session = session
    this.nameOf = createNames(session, this.mode)
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

  /** Those of them who were not: a session that was imported may have come in the middle of a round. */
  without(heard: readonly { agentId: string; round: number }[], seats: readonly Seat[]): Seat[] {
    const { number } = this.round
    return seats.filter(({ agentId }) => !heard.some((one) => one.agentId === agentId && one.round === number))
  }

  /** Writes it into the session's log, once. */
  *record(ctx: RoundContext, happening: Happening) {
    yield* ctx.elicit('record', { message: happening.type, happening })
    this.#session = reduce(this.#session, { ...happening, timestamp: this.#session.updatedAt })
  }
}

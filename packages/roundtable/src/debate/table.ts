import { callHost, type McpTool, type Operation, type ToolContext } from '@sweatpants/framework'
import { findMode } from '../modes/index.ts'
import type { Mode } from '../modes/mode.ts'
import { createNames } from '../prompts/sections.ts'
import { type ContextRequest, isPending, isSameQuery } from '../session/context-request.ts'
import type { Happening } from '../session/event.ts'
import { reduce } from '../session/reduce.ts'
import type { Seat, Substitute } from '../session/seat.ts'
import { openRound, type Round, type Session, seatOf } from '../session/session.ts'
import { isSameTool, type OutsideTool, toOutsideTool } from '../toolkit/outside-tools.ts'
import type { DebateSettings } from './settings.ts'

/** Has the driver append an event to the session's log, once. */
export const record = (ctx: ToolContext, happening: Happening): Operation<void> => callHost(ctx, 'record', happening)

/** The session inside a round: as it was when the round began, with all events that the round has recorded since. */
export class Table {
  readonly mode: Mode
  readonly settings: DebateSettings
  /** Returns the name under which other seats know a seat. */
  readonly nameOf: (agentId: string) => string
  readonly #requests: Omit<ContextRequest, 'timestamp'>[] = []
  #session: Session

  /** Returns the tools that are connected now. */
  readonly connected: () => readonly McpTool[]
  #tools: readonly OutsideTool[] = []

  constructor(session: Session, settings: DebateSettings, connected: () => readonly McpTool[]) {
    this.connected = connected
    this.mode = findMode(session.mode)
    this.settings = settings
    this.#session = session
    this.nameOf = createNames(session, this.mode)
  }

  get session(): Session {
    return this.#session
  }

  /** Connected tools that the seats of this round can use. */
  get tools(): readonly OutsideTool[] {
    return this.#tools
  }

  /** Records which of the chosen tools are connected, so that a replay offers the same ones. */
  *offerTools(ctx: ToolContext): Operation<void> {
    const { tools: chosen = [] } = this.#session
    if (chosen.length === 0) return
    const list = () => this.connected().filter((tool) => chosen.some((one) => isSameTool(tool, one)))
    const offered = yield* ctx.step('offer_tools', () => list().map(toOutsideTool))
    // What a step returns is JSON, and has the same form.
    this.#tools = offered as OutsideTool[]
  }

  get round(): Round {
    return openRound(this.#session)!
  }

  /** Whether seats may request context: an answer to a request of the last round would not be used. */
  get canRequest(): boolean {
    return this.round.number < this.#session.totalRounds
  }

  /** The seats of this round. */
  get seats(): Seat[] {
    return this.round.agentIds.map((agentId) => seatOf(this.#session, agentId))
  }

  /** Returns a model that can take the place of a seat, if the seat was never heard. */
  findSubstitute({ agentId }: Seat): Substitute | undefined {
    const { responses, rounds, substitutes = [] } = this.#session
    const said = [...responses, ...rounds.flatMap(({ ballots }) => ballots)]
    return said.some((one) => one.agentId === agentId) ? undefined : substitutes[0]
  }

  /** Records a context request, or that the same question is pending already: it is asked once and answered once. */
  *request(ctx: ToolContext, request: Omit<ContextRequest, 'timestamp'>) {
    const { agentId, priority } = request
    const pending = [...this.#session.contextRequests.filter(isPending), ...this.#requests]
    const known = pending.find(({ query }) => isSameQuery(query, request.query))
    if (known === undefined) {
      // At once: another seat may ask the same before this is recorded.
      this.#requests.push(request)
      yield* this.record(ctx, { type: 'context_request', request })
    } else yield* this.record(ctx, { type: 'context_join', requestId: known.id, agentId, priority })
  }

  /** Returns the seats that are not in `heard`: an imported session may be in the middle of a round. */
  without(heard: readonly { agentId: string; round: number }[], seats: readonly Seat[]): Seat[] {
    const { number } = this.round
    return seats.filter(({ agentId }) => !heard.some((one) => one.agentId === agentId && one.round === number))
  }

  *record(ctx: ToolContext, happening: Happening) {
    yield* record(ctx, happening)
    this.#session = reduce(this.#session, { ...happening, timestamp: this.#session.updatedAt })
  }
}

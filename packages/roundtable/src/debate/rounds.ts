import { createHash } from 'node:crypto'
import type { McpTool } from '@sweatpants/framework'
import { type Kind, StreamExistsError } from '@sweatpants/framework/log'
import { priceOf } from '@sweatpants/framework/models'
import type { z } from 'zod'
import { RoundtableError } from '../errors.ts'
import { findMode } from '../modes/index.ts'
import type { Mode } from '../modes/mode.ts'
import type { Panel } from '../panel/panel.ts'
import { roomOf } from '../prompts/fit.ts'
import { type Attachment, fitAttachments } from '../session/attachment.ts'
import type { DebateState } from '../session/debate-state.ts'
import type { Happening, Opening, RoundtableEvent } from '../session/event.ts'
import type { Question } from '../session/question.ts'
import { isDemo, type Seat } from '../session/seat.ts'
import { type BudgetLimits, openRound, type Session } from '../session/session.ts'
import { alreadyExists, type SessionManager } from '../session/session-manager.ts'
import { chooseTools } from '../toolkit/outside-tools.ts'
import { decideContinue, sortResults, startNextRound } from './decide-continue.ts'
import { describeIssues } from './describe-issues.ts'
import {
  type ContinueInput,
  contextResult,
  continueInput,
  LIMITS,
  type StartInput,
  startInput,
  toQuestion,
} from './input.ts'
import type { KnownDebates } from './known-debates.ts'
import { type ReadResource, readAttachments } from './read-attachments.ts'
import type {
  Begun,
  CallerOptions,
  ContextAnswered,
  DebateDefaults,
  IgnoredResult,
  StartOptions,
} from './roundtable.ts'
import type { DebateSettings } from './settings.ts'

export interface RoundsOptions {
  sessions: SessionManager
  debates: Pick<Kind<DebateState, RoundtableEvent>, 'create'>
  wake: (sessionId: string) => Promise<void>
  known: KnownDebates
  panel: Panel
  settings: Pick<DebateSettings, 'promptTokens'>
  readResource: ReadResource
  /** Stores an image beside the log of a debate. */
  keepImage: (sessionId: string, data: string) => Promise<unknown>
  tools: () => readonly McpTool[]
  defaults: DebateDefaults
  /** Aborts when the server shuts down. */
  closing: AbortSignal
}

/** The share of a prompt that documents may take. */
const ATTACHED = 0.4

/** Begins and continues rounds for callers. */
export class Rounds {
  readonly #options: RoundsOptions
  readonly #sessions: SessionManager

  constructor(options: RoundsOptions) {
    this.#options = options
    this.#sessions = options.sessions
  }

  async start(
    given: StartInput,
    { sessionId = crypto.randomUUID(), principal, commandId, asksThroughCaller = false }: StartOptions = {},
  ): Promise<Begun> {
    const input = read(startInput, given)
    const known = await this.#findStarted(sessionId, principal, commandId)
    // The debate exists: a repeat must not fail because the server of a tool or a document is away now.
    if (known !== undefined && !(await this.#waits(sessionId))) return known
    const evidence = known === undefined ? this.#toEvidence(input) : {}
    const { documents, images } = await readAttachments(input.attachments ?? [], this.#options.readResource)
    const own = { id: sessionId, ...(principal !== undefined && { principal }), ...evidence }
    const begun =
      known ??
      (await this.#create(await this.#open(input, documents, own), {
        commandId,
        asksThroughCaller,
        waits: images.length > 0,
      }))
    return images.length === 0 ? begun : this.#beginWith(images, begun)
  }

  /** Stores a debate with its first round, which is played at once, or when the images are stored. */
  async #create(
    opened: Opening,
    { commandId, asksThroughCaller, waits }: Pick<StartOptions, 'commandId' | 'asksThroughCaller'> & { waits: boolean },
  ): Promise<Begun> {
    const { debates, known, closing } = this.#options
    const { id, principal } = opened
    await this.#sessions.requireRoom(principal)
    const opening = { ...opened, ...(asksThroughCaller && { asksThroughCaller }) }
    refuseClosed(closing)
    const first: Happening = { type: 'session_start', opening, ...(commandId !== undefined && { commandId }) }
    const round = startNextRound(this.#sessions.draft([first]).state.session, undefined)
    const wait: Happening = { type: 'round_interrupt', round: 1, by: 'caller' }
    const { stream, state } = this.#sessions.draft([first, round, ...(waits ? [wait] : [])])
    known.note(id)
    try {
      if (waits) await this.#sessions.log.create(id, stream)
      else await debates.create(id, { ...stream, dueAt: 0 }, state)
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
      const meanwhile = await this.#findStarted(id, principal, commandId)
      if (meanwhile === undefined) throw alreadyExists(id)
      return meanwhile
    }
    return this.#begunAt(id, 2)
  }

  /** Stores the images of a new debate beside its log, and begins its round. A repeat begins nothing. */
  async #beginWith(images: readonly string[], begun: Begun): Promise<Begun> {
    const { known, wake, keepImage } = this.#options
    const { sessionId } = begun
    for (const image of images) await keepImage(sessionId, image)
    if (!(await this.#waits(sessionId))) return begun
    await this.#sessions.append(sessionId, [{ type: 'round_resume', round: begun.round }])
    known.note(sessionId)
    await wake(sessionId)
    return begun
  }

  /** Whether a round waits for a caller, as the first one does until the images are stored. */
  async #waits(sessionId: string): Promise<boolean> {
    const { session } = await this.#sessions.read(sessionId)
    return openRound(session)?.stage === 'interrupted'
  }

  async continue(
    sessionId: string,
    given: ContinueInput = {},
    { principal, commandId }: CallerOptions = {},
  ): Promise<Begun> {
    const { known, wake, closing } = this.#options
    const input = await this.#readContinue(sessionId, given, { principal, commandId })
    const { contextResults = [], ...wanted } = input
    await this.#sessions.load(sessionId, principal)
    const before = commandId === undefined ? undefined : await this.#sessions.log.find(sessionId, commandId)
    if (before !== undefined) return this.#begunAt(sessionId, before)
    refuseClosed(closing)
    const ignored = await this.#takeResults(sessionId, contextResults, { principal, commandId })
    const call = { ...wanted, ignored }
    const place = await this.#sessions.command(sessionId, ({ session }) => decideContinue(session, call), commandId)
    const begun = await this.#begunAt(sessionId, place, ignored)
    known.note(sessionId)
    await wake(sessionId)
    return begun
  }

  async answerContext(
    sessionId: string,
    contextResults: NonNullable<ContinueInput['contextResults']>,
    { principal, commandId }: CallerOptions = {},
  ): Promise<ContextAnswered> {
    const { contextResults: results = [] } = await this.#readContinue(
      sessionId,
      { contextResults },
      { principal, commandId },
    )
    await this.#sessions.load(sessionId, principal)
    const ignored = await this.#takeResults(sessionId, results, { principal, commandId })
    return { ignored, pending: await this.#sessions.getPendingContextRequests(sessionId) }
  }

  /** Returns the input. Of invalid input, the context results that are valid are stored, so that a caller need not repeat them. */
  async #readContinue(
    sessionId: string,
    given: ContinueInput,
    options: CallerOptions,
  ): Promise<z.output<typeof continueInput>> {
    const { success, data, error } = continueInput.safeParse({ sessionId, ...given })
    if (success) return data
    const problem = describeIssues(error, continueInput)
    const results = [given.contextResults ?? []].flat().slice(0, LIMITS.contextResults)
    const valid = results.flatMap((one) => contextResult.safeParse(one).data ?? [])
    const hasSession = error.issues.every(({ path }) => path[0] !== 'sessionId')
    if (!hasSession || valid.length === 0) throw new RoundtableError('invalid', problem)
    await this.#sessions.load(sessionId, options.principal)
    const ignored = await this.#takeResults(sessionId, valid, options)
    const isKept = ignored.length < valid.length
    throw new RoundtableError(
      'invalid',
      `${problem}${isKept ? '. The valid contextResults of this call were taken; give the others again.' : ''}`,
    )
  }

  /** Returns the round that the same command began before. */
  async #findStarted(
    sessionId: string,
    principal: string | undefined,
    commandId: string | undefined,
  ): Promise<Begun | undefined> {
    const { log } = this.#sessions
    const record = commandId === undefined ? undefined : await log.get(sessionId)
    if (record === undefined || record.principal !== principal) return undefined
    const [first, second] = await log.read(sessionId, 0, 2)
    const isSame = first?.event.type === 'session_start' && first.event.commandId === commandId
    return isSame ? this.#begunAt(sessionId, second!.lsn) : undefined
  }

  /** Returns the round that the event at this place has begun or continued, or else the round that is played. */
  async #begunAt(sessionId: string, after: number, ignored: IgnoredResult[] = []): Promise<Begun> {
    const [entry] = await this.#sessions.log.read(sessionId, after - 1, 1)
    const { event } = entry!
    if (event.type === 'round_start' || event.type === 'round_resume')
      return { sessionId, round: event.round, after, isResumed: event.type === 'round_resume', ignored }
    const { session, roundAt } = await this.#sessions.read(sessionId)
    return { sessionId, round: session.currentRound, after: roundAt!, isResumed: true, ignored }
  }

  async #open(
    input: z.output<typeof startInput>,
    documents: readonly Attachment[],
    own: Pick<Opening, 'id' | 'principal' | 'webSearch' | 'tools'>,
  ): Promise<Opening> {
    const { topic, budget = {}, rounds: totalRounds, exitOnConsensus, agentCount } = input
    const question = findQuestion(input)
    const mode = findMode(input.mode)
    const generatesPerspectives = input.perspectives === 'generate'
    const perspectives = input.perspectives === 'generate' ? [] : (input.perspectives ?? [])
    const wishes = input.agents?.map((agent) => (typeof agent === 'string' ? { model: agent } : agent))
    const {
      panel,
      settings: { promptTokens },
    } = this.#options
    const { substitutes: spare = [], ...seating } = await panel.seat({
      wishes,
      substitutes: input.substitutes ?? [],
      count: agentCount,
      mode,
      perspectives,
      seed: own.id,
    })
    const synthesizer = await findSynthesizer(panel, input.synthesizer, mode)
    refuseUnknownPrice(budget, [
      ...seating.seats,
      ...(input.substitutes === undefined ? [] : spare),
      ...(synthesizer === undefined ? [] : [synthesizer]),
    ])
    const calls = seating.seats.length * totalRounds
    // A substitute of unknown price, which the caller did not choose, could exceed a budget in dollars.
    const substitutes = spare.filter(({ model }) => isPriced(budget, model))
    return {
      ...own,
      topic,
      mode: mode.name,
      ...seating,
      ...(question !== undefined && { question }),
      ...(input.synthesizer !== undefined && { synthesizer: synthesizer?.model ?? 'none' }),
      ...(substitutes.length > 0 && { substitutes }),
      ...(documents.length > 0 && {
        attachments: fitAttachments(documents, roomOf(Math.min(promptTokens, tokensOf(budget, calls))) * ATTACHED),
      }),
      exitOnConsensus,
      generatesPerspectives,
      budget,
      totalRounds,
    }
  }

  /** Whether the seats search the web, and the tools that they can use, if there are any to choose from. */
  #toEvidence(input: z.output<typeof startInput>): Pick<Opening, 'webSearch' | 'tools'> {
    const { defaults, tools } = this.#options
    const { webSearch = defaults.webSearch } = input
    const connected = tools()
    const names = connected.map(({ name }) => name)
    const chosen = input.tools ?? names.filter((name) => defaults.tools?.includes(name) ?? true)
    return {
      ...(webSearch && { webSearch }),
      ...((input.tools !== undefined || names.length > 0) && { tools: chooseTools(connected, chosen) }),
    }
  }

  /** Stores the results that answer a pending request, and returns the others. */
  async #takeResults(
    sessionId: string,
    results: NonNullable<ContinueInput['contextResults']>,
    { principal, commandId }: CallerOptions,
  ): Promise<IgnoredResult[]> {
    let ignored: IgnoredResult[] = []
    const decide = ({ session }: { session: Session }): Happening[] => {
      const sorted = sortResults(session, results)
      ignored = sorted.ignored
      const attribution = principal === undefined ? {} : { answeredBy: principal }
      return sorted.taken.map((result) => ({ type: 'context_answer', result, ...attribution }))
    }
    // A refused call may be sent again under its name with more answers: those are another command.
    const command =
      commandId && `${commandId}/context/${createHash('sha256').update(JSON.stringify(results)).digest('base64url')}`
    await this.#sessions.command(sessionId, decide, command)
    return ignored
  }
}

/** Returns the model that the caller chose for the synthesis, as a seat. Throws if it cannot be used. */
async function findSynthesizer(panel: Panel, model: string | undefined, mode: Mode): Promise<Seat | undefined> {
  if (model === undefined || model === 'none') return undefined
  try {
    const { seats } = await panel.seat({ wishes: [{ model }], count: 1, mode, perspectives: [] })
    return seats[0]
  } catch (error) {
    if (!(error instanceof RoundtableError) || error.code !== 'no_agents') throw error
    throw new RoundtableError('invalid', `The synthesizer cannot be used. ${error.message}`, { cause: error })
  }
}

/** Returns the question that the caller gave, in one of two ways. */
function findQuestion({ topic, question, answers }: z.output<typeof startInput>): Question | undefined {
  if (question !== undefined && answers !== undefined)
    throw new RoundtableError('invalid', 'give question or answers, not both: answers is short for a choice')
  if (answers !== undefined) return toQuestion({ kind: 'choice', options: answers, isCheckable: true }, topic, 1)
  return question && toQuestion(question, topic, 1)
}

/** The tokens of a budget that there are for each of so many calls. */
const tokensOf = ({ tokens = Number.POSITIVE_INFINITY }: BudgetLimits, calls: number): number => tokens / calls

/** A dollar budget that counts no dollars would be no limit. */
function refuseUnknownPrice(
  { usd, pricePerMillion }: BudgetLimits,
  seats: readonly { readonly model: string }[],
): void {
  if (usd === undefined || pricePerMillion !== undefined) return
  const unknown = seats.filter(({ model }) => !isPriced({ usd }, model)).map(({ model }) => model)
  if (unknown.length === 0) return
  const price = `price of ${[...new Set(unknown)].join(', ')} is unknown`
  throw new RoundtableError(
    'invalid',
    `the ${price}, so a budget in dollars would not hold; ` +
      'give budget.pricePerMillion { input, output } (--price-per-million in the terminal), or a budget in tokens',
    { said: `The ${price}, so a dollar budget cannot be kept. Set a token budget instead.` },
  )
}

const isPriced = ({ usd, pricePerMillion }: BudgetLimits, model: string): boolean =>
  usd === undefined || pricePerMillion !== undefined || isDemo({ model }) || priceOf(model) !== undefined

export function refuseClosed(closing: AbortSignal): void {
  if (closing.aborted) throw new RoundtableError('interrupted', 'The server is shutting down; try again in a moment.')
}

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new RoundtableError('invalid', describeIssues(parsed.error, schema))
}

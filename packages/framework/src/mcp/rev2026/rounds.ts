import { type Drain, Drained } from '../../tools/drain.ts'
import { DivergenceError, JournalConflictError, VersionError } from '../../tools/errors.ts'
import { createMemoryJournal, type Journal, type Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import { type RunResult, runTool } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import { toToolResult } from '../call-outcome.ts'
import type { Carried, Carrier } from '../carriers/carrier.ts'
import type { Channel } from '../channel.ts'
import { canRunTasks, toCan } from '../client-capabilities.ts'
import { toInputRequest } from '../input-request.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'
import type { ServeOptions } from '../serve-options.ts'
import { tracePeer, traceSteps } from '../telemetry.ts'
import { ClientPeer } from './client-peer.ts'
import { isObject } from './envelope.ts'
import { type KeptRounds, RoundJournal, StateUsed } from './kept-round.ts'
import type { Envelope } from './modern.ts'

/** How a round ends: with the run's end, with questions for the client, or with a run that can only go on as a task. */
export type Round =
  | { type: 'ended'; result: Exclude<RunResult, { type: 'parked' }> }
  /** The same request came before; this is what it was answered. */
  | { type: 'told'; result: Record<string, unknown> }
  | { type: 'input_required'; result: Record<string, unknown> }
  | { type: 'detached'; recording: Recording }

/** One request of a call that may take several. */
export interface RoundRequest {
  /** What the state is for: a tool and a prompt may have the same name. */
  subject: string
  tool: McpTool
  arguments: unknown
  inputResponses: unknown
  requestState: unknown
  envelope: Envelope
}

/** Official clients give up after ten; the last one must end the call. */
const MAX_ROUNDS = 10

/** Runs stateless calls: each request replays the run, takes its answers, and goes as far as it can. */
export class Rounds {
  readonly #sampler: Sampler
  readonly #carrierFor: (tool: McpTool) => Carrier
  readonly #audience: string
  readonly #drain: Drain
  readonly #onVersionChange: ServeOptions['onVersionChange']
  readonly #kept: KeptRounds | undefined

  constructor(
    sampler: Sampler,
    carrierFor: (tool: McpTool) => Carrier,
    audience: string,
    drain: Drain,
    onVersionChange: ServeOptions['onVersionChange'],
    kept?: KeptRounds,
  ) {
    this.#kept = kept
    this.#sampler = sampler
    this.#carrierFor = carrierFor
    this.#audience = audience
    this.#drain = drain
    this.#onVersionChange = onVersionChange
  }

  async run(request: RoundRequest, channel: Channel): Promise<Round> {
    try {
      const carried = await this.#unpack(request, channel)
      const base = await carried.journal.read()
      const kept = request.tool.carrier === 'stored' ? undefined : this.#kept
      // Nobody has a state yet that could be sent again.
      if (kept === undefined || base === undefined) return await this.#round(request, channel, carried)
      const journal = kept.begin(carried.journal, structuredClone(base), request.inputResponses)
      try {
        if (await kept.isUsed(base)) throw new StateUsed(base.header.runId)
        return await kept.run(journal, () => this.#round(request, channel, { ...carried, journal }))
      } catch (error) {
        if (!(error instanceof StateUsed)) throw error
        const runId = (await carried.journal.read())!.header.runId
        const found = await kept.find(runId, base, request.inputResponses, channel.signal)
        if (found.type === 'ended') return { type: 'told', result: found.result as unknown as Record<string, unknown> }
        if (found.type === 'open') {
          const { journal } = found
          return await kept.run(journal, () => this.#round(request, channel, { journal, rounds: carried.rounds }))
        }
        const again = createMemoryJournal(found.recording)
        return await this.#round({ ...request, inputResponses: undefined }, channel, {
          journal: again,
          rounds: carried.rounds,
        })
      }
    } catch (error) {
      throw translate(error)
    }
  }

  async #round(request: RoundRequest, channel: Channel, { journal, rounds }: Carried): Promise<Round> {
    const { tool, envelope } = request
    const pack = async (questions: object): Promise<Round> => {
      const state = await this.#carrierFor(tool).pack((await journal.read())!, this.#bind(request, channel), rounds + 1)
      return { type: 'input_required', result: { resultType: 'input_required', ...questions, requestState: state } }
    }
    const runStep = traceSteps()
    let result: RunResult
    try {
      result = await runTool(tool, request.arguments, {
        peer: tracePeer(new ClientPeer(this.#sampler, envelope, channel)),
        journal: this.#drain.over(journal),
        answers: toAnswers(request.inputResponses),
        can: toCan(envelope.capabilities, this.#sampler.hasModel),
        signal: channel.signal,
        ...(runStep !== undefined && { runStep }),
        ...(channel.principal !== undefined && { principal: channel.principal }),
        ...(this.#onVersionChange !== undefined && { onVersionChange: this.#onVersionChange }),
      })
    } catch (error) {
      if (error instanceof Drained) return pack({})
      throw error
    }
    if (result.type !== 'parked') {
      if (journal instanceof RoundJournal && journal.isKept) await journal.end({ result: toTold(tool, result) })
      return { type: 'ended', result }
    }
    if (journal instanceof RoundJournal) await journal.end({ isParked: true })
    const asked = result.questions.filter((question) => question.type !== 'detach')
    const outOfRounds = rounds + 1 >= MAX_ROUNDS && tool.task !== 'never' && canRunTasks(envelope.capabilities)
    if (asked.length < result.questions.length || outOfRounds) return detach(journal)
    return pack({
      inputRequests: Object.fromEntries(asked.map((question) => [question.id, toInputRequest(question)])),
    })
  }

  async #unpack(request: RoundRequest, channel: Channel): Promise<Carried> {
    const { requestState, tool } = request
    if (requestState === undefined) return { journal: createMemoryJournal(), rounds: 0 }
    if (typeof requestState !== 'string')
      throw new ProtocolError(ErrorCode.invalidParams, 'requestState must be a string')
    return this.#carrierFor(tool).unpack(requestState, this.#bind(request, channel))
  }

  #bind({ subject, arguments: args }: RoundRequest, { principal }: Channel) {
    return { tool: subject, arguments: args, principal, audience: this.#audience }
  }
}

/** Hands the run over. One more write uses up the state that it came with, where a state is used once. */
async function detach(journal: Journal): Promise<Round> {
  const { revision, progress } = (await journal.read())!
  await journal.append(revision, { entries: [], progress })
  return { type: 'detached', recording: (await journal.read())! }
}

/** What clients may send: an object of answers. One that is no answer is refused by its question, and asked again. */
export function toAnswers(inputResponses: unknown): Record<string, unknown> {
  if (inputResponses === undefined) return {}
  if (isObject(inputResponses)) return inputResponses
  throw new ProtocolError(ErrorCode.invalidParams, 'inputResponses must be an object of answers by question id')
}

/** A run that could not be continued, as the client is told. */
function translate(error: unknown): unknown {
  if (error instanceof JournalConflictError) {
    return new ProtocolError(
      ErrorCode.invalidParams,
      'this requestState has been used already; go on from the newest one',
    )
  }
  if (error instanceof StateUsed) {
    const why =
      error.message === 'answered otherwise'
        ? 'was already answered otherwise'
        : 'has been used already; go on from the newest one'
    return new ProtocolError(ErrorCode.invalidParams, `this requestState ${why}`)
  }
  if (error instanceof VersionError || error instanceof DivergenceError) {
    return new ProtocolError(ErrorCode.invalidParams, `this requestState cannot be continued: ${error.message}`)
  }
  return error
}

const toTold = (tool: McpTool, result: Exclude<RunResult, { type: 'parked' }>): Json =>
  ({ ...toToolResult(tool, result) }) as unknown as Json

import { describe as describeValue } from '../tools/describe.ts'
import type { SampleReply } from '../tools/effects/sample.ts'
import { type McpBlock, toBlocks } from '../tools/message.ts'
import { addUsage, noUsage, type Usage } from '../tools/usage.ts'
import { BudgetError, ModelError, type ModelErrorCode } from './errors.ts'
import { costOf, type Price } from './known-model.ts'
import { aboutModel, type Model, type ModelRequest, type ReplyPart, withListener } from './model.ts'
import { waitFor } from './wait-for.ts'

export interface BudgetLimits {
  /** Tokens in and out, together. */
  maxTokens?: number
  /** US dollars. A model with an unknown price counts as free; `maxTokens` holds for every model. */
  maxCostUsd?: number
}

/** An estimate of the most that a call may use. */
export interface ExpectedCall {
  model: string
  inputTokens: number
  /** The most that the model may write; `undefined` without a limit. */
  maxTokens: number | undefined
  price: Price | undefined
}

export interface Reservation {
  /** The most that the call may write: less than requested if the budget has less left. */
  readonly maxTokens: number | undefined
  /** Releases the reservation and counts `usage`. */
  settle(usage: Usage): void
}

/**
 * A spending limit for one run, one session or all users. Wrap a model in it once: a call within another call of the same
 * budget would wait for the reservation of the outer call.
 */
export interface Budget {
  readonly limits: BudgetLimits
  /** All usage so far. Plain data: `createBudget(limits, used)` continues with it in another process. */
  readonly used: Usage
  /**
   * Reserves what a call may use. If the reservations of other calls leave too little, waits for those calls; if the
   * usage so far leaves too little, rejects with a `BudgetError`.
   */
  reserve(call: ExpectedCall, signal: AbortSignal): Promise<Reservation>
}

/** Some providers reject a smaller `maxTokens`. */
const SHORTEST_ANSWER = 16
/** The output that is reserved for a call without `maxTokens`. */
const USUAL_ANSWER = 4096

const LIMITS = ['maxTokens', 'maxCostUsd']

/** Throws a `ModelError` for a limit that does not exist, or is no number: it would refuse no call. */
export function checkBudget(limits: BudgetLimits): void {
  for (const [name, value] of Object.entries<unknown>({ ...limits })) {
    if (!LIMITS.includes(name))
      throw new ModelError('configuration', `a budget has no limit "${name}"; the limits are ${LIMITS.join(', ')}`)
    if (value !== undefined && (typeof value !== 'number' || Number.isNaN(value)))
      throw new ModelError('configuration', `${name} of a budget is a number, not ${describeValue(value)}`)
  }
}

/**
 * A budget that refuses a call before it is made. A running call counts as if it used all of its `maxTokens`, so parallel
 * calls stay within the limit too, as exactly as their input can be estimated. Only a call without `maxTokens` can exceed
 * the limit, by what it writes beyond 4,096 tokens.
 */
export function createBudget(limits: BudgetLimits, spent: Usage = noUsage): Budget {
  checkBudget(limits)
  let used = spent
  const reserved = new Set<Usage>()
  const waiting = new Set<() => void>()

  /** How many tokens the call may write if other calls use `taken`. */
  function roomFor({ inputTokens, price }: ExpectedCall, taken: Usage): number {
    const { maxTokens = Number.POSITIVE_INFINITY, maxCostUsd = Number.POSITIVE_INFINITY } = limits
    const tokens = maxTokens - taken.inputTokens - taken.outputTokens - inputTokens
    const dollars = maxCostUsd - (taken.costUsd ?? 0)
    if (dollars <= 0) return 0
    return Math.floor(Math.min(tokens, price === undefined ? tokens : affordable(dollars, inputTokens, price)))
  }

  function refuse({ model, inputTokens }: ExpectedCall): never {
    throw new BudgetError(
      `${model} was not asked: ${describe(used, limits)}, and the question alone takes about ${inputTokens} tokens. ` +
        'Raise the limit, or start again with a new budget',
      { used, budget: limits },
    )
  }

  function setAside(maxTokens: number | undefined, expected: Usage): Reservation {
    reserved.add(expected)
    return {
      maxTokens,
      settle(usage) {
        if (!reserved.delete(expected)) return
        used = addUsage(used, usage)
        for (const retry of [...waiting]) {
          waiting.delete(retry)
          retry()
        }
      },
    }
  }

  return {
    limits,
    get used() {
      return used
    },
    async reserve(call, signal) {
      const { inputTokens, price } = call
      const wanted = call.maxTokens ?? USUAL_ANSWER
      const least = Math.min(wanted, SHORTEST_ANSWER)
      const expect = (outputTokens: number) => priced({ inputTokens, outputTokens }, price)
      for (;;) {
        if (roomFor(call, used) < least) refuse(call)
        const room = roomFor(call, [...reserved].reduce(addUsage, used))
        if (room >= wanted) return setAside(call.maxTokens, expect(wanted))
        if (reserved.size === 0) return setAside(room, expect(room))
        await waitFor(signal, (retry) => {
          waiting.add(retry)
          return () => waiting.delete(retry)
        })
      }
    },
  }
}

/**
 * A model that is called only within a budget. Each reply counts with the usage that the provider reports, or else with an
 * estimate; a failed call counts with what was streamed before it failed. Goes inside `withRetry`, so that each attempt
 * counts. With a `price`, running calls count towards `maxCostUsd` too, and replies have their cost; without one, only the
 * cost that replies report.
 */
export function withBudget(model: Model, budget: Budget, price?: Price): Model {
  const { id } = model
  return {
    ...aboutModel(model),
    async answer(request, call) {
      const inputTokens = estimateInput(request)
      const maxTokens = Number.isFinite(request.maxTokens) ? request.maxTokens : undefined
      const reservation = await budget.reserve({ model: id, inputTokens, maxTokens, price }, call.signal)
      let streamed = 0
      const listening = withListener(call, (part) => {
        streamed += lengthOfPart(part)
      })
      let usage = noUsage
      try {
        const asked = reservation.maxTokens === maxTokens ? request : limit(request, reservation.maxTokens)
        const reply = await model.answer(asked, listening)
        usage = withCost(reply.usage ?? { inputTokens, outputTokens: estimateOutput(reply) }, price)
        // A budget that continues elsewhere is given the usage of replies, so its dollars must be in there.
        return price === undefined ? reply : { ...reply, usage }
      } catch (error) {
        if (streamed > 0 || wasAnswered(error))
          usage = withCost({ inputTokens, outputTokens: toTokens(streamed) }, price)
        throw error
      } finally {
        reservation.settle(usage)
      }
    },
  }
}

/** The messages of an effect are a getter of its class, which a spread does not copy. */
const limit = (request: ModelRequest, maxTokens: number | undefined): ModelRequest => ({
  ...request,
  messages: request.messages,
  maxTokens,
})

const ANSWERED: readonly ModelErrorCode[] = ['malformed', 'interrupted']

/** Whether the provider generated a reply, although it cannot be used. */
const wasAnswered = (error: unknown): boolean => error instanceof ModelError && ANSWERED.includes(error.code)

/** Adds the cost, unless the provider reports it. */
const withCost = (usage: Usage, price: Price | undefined): Usage =>
  usage.costUsd === undefined ? priced(usage, price) : usage

const priced = (usage: Usage, price: Price | undefined): Usage =>
  price === undefined ? usage : { ...usage, costUsd: costOf(price, usage) }

/** How many output tokens `dollars` buy after the input is paid. */
const affordable = (dollars: number, inputTokens: number, price: Price): number =>
  (dollars * 1_000_000 - price.input * inputTokens) / price.output || 0

function describe({ inputTokens, outputTokens, costUsd = 0 }: Usage, { maxTokens, maxCostUsd }: BudgetLimits): string {
  const tokens = maxTokens !== undefined && `${inputTokens + outputTokens} of ${maxTokens} tokens (maxTokens)`
  const dollars = maxCostUsd !== undefined && `$${Number(costUsd.toFixed(6))} of $${maxCostUsd} (maxCostUsd)`
  return `${[tokens, dollars].filter((part) => part !== false).join(' and ')} are used`
}

/** Roughly what providers count for an image, independent of its size in bytes. */
const MEDIA_TOKENS = 1500

/** Estimates four characters per token. */
const toTokens = (characters: number): number => Math.ceil(characters / 4)

export function estimateInput({ messages, systemPrompt = '', tools = [] }: ModelRequest): number {
  const history = messages.flatMap(toBlocks).reduce((sum, block) => sum + tokensOf(block), 0)
  return history + toTokens(systemPrompt.length + tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0))
}

export const estimateOutput = ({ content }: SampleReply): number =>
  [content].flat().reduce((sum, block) => sum + tokensOf(block), 0)

/** The length of a part, in characters. */
export const lengthOfPart = (part: ReplyPart): number =>
  part.type === 'tool_use' ? lengthOf(part.block.input) : part.text.length

function tokensOf(block: McpBlock): number {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return toTokens(block.text.length)
    case 'image':
    case 'audio':
    case 'file':
      return MEDIA_TOKENS
    case 'tool_use':
      return toTokens(block.name.length + lengthOf(block.input))
    case 'tool_result':
      return block.content.reduce((sum, part) => sum + tokensOf(part), 0)
  }
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length

import { addUsage, noUsage, type Usage } from '../tools/usage.ts'
import { BudgetError, ModelError, type ModelErrorCode } from './errors.ts'
import { estimateInput, estimateOutput, lengthOfPart, toTokens } from './estimate.ts'
import type { Model, ModelRequest, ReplyPart } from './model.ts'
import { costOf, type Price } from './price.ts'
import { waitFor } from './wait-for.ts'

export interface BudgetLimits {
  /** Tokens in and out, together. */
  maxTokens?: number
  /** US dollars. A model whose price nobody knows costs nothing here; `maxTokens` holds for every model. */
  maxCostUsd?: number
}

/** What a call would use at most, about. */
export interface ExpectedCall {
  model: string
  inputTokens: number
  /** The most that it may write, where it is limited. */
  maxTokens: number | undefined
  price: Price | undefined
}

export interface Reservation {
  /** The most that the call may write now: less than it wanted when no more is left. */
  readonly maxTokens: number | undefined
  /** Gives back what was reserved, and counts what was used. */
  settle(usage: Usage): void
}

/**
 * What may be spent, by one run, one session or everybody. It goes around a model once: a call made within another call of
 * the same budget would wait for what that one has set aside.
 */
export interface Budget {
  readonly limits: BudgetLimits
  /** All that is counted so far. Plain data: `createBudget(limits, used)` goes on with it in another process. */
  readonly used: Usage
  /**
   * Sets aside what a call may use. Where that is free only if others use less than was set aside for them, it waits for
   * them; where it cannot be free at all, it fails with a `BudgetError`.
   */
  reserve(call: ExpectedCall, signal: AbortSignal): Promise<Reservation>
}

/** Some providers refuse to be asked for less. */
const SHORTEST_ANSWER = 16
/** What a call is expected to write when it does not say. */
const USUAL_ANSWER = 4096

/**
 * A budget that stops before a call, not after it. What is under way counts as if it were used up to its `maxTokens`, so
 * calls made at once stay within the limit too, as exactly as the size of their input can be estimated. Only a call
 * without `maxTokens` can pass the limit, by what it writes beyond 4,096 tokens.
 */
export function createBudget(limits: BudgetLimits, spent: Usage = noUsage): Budget {
  let used = spent
  const reserved = new Set<Usage>()
  const waiting = new Set<() => void>()

  /** How many tokens the call may write if `taken` is what others use. */
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
    )
  }

  function setAside(maxTokens: number | undefined, expected: Usage): Reservation {
    reserved.add(expected)
    return {
      maxTokens,
      settle(usage) {
        if (!reserved.delete(expected)) return
        used = addUsage(used, usage)
        for (const look of [...waiting]) {
          waiting.delete(look)
          look()
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
        await waitFor(signal, (look) => {
          waiting.add(look)
          return () => waiting.delete(look)
        })
      }
    },
  }
}

/**
 * A model that is asked only within a budget. Every reply counts, by the provider's own count or else by about four
 * characters to a token; of a call that failed, what it had answered by then. Goes inside `withRetry`, so that each attempt
 * counts. With the `price`, calls under way count against `maxCostUsd` as well; without, it is what replies say they cost.
 */
export function withBudget(model: Model, budget: Budget, price?: Price): Model {
  const { id } = model
  return {
    id,
    async answer(request, call) {
      const inputTokens = estimateInput(request)
      const maxTokens = Number.isFinite(request.maxTokens) ? request.maxTokens : undefined
      const reservation = await budget.reserve({ model: id, inputTokens, maxTokens, price }, call.signal)
      let heard = 0
      const hear = (part: ReplyPart) => {
        heard += lengthOfPart(part)
        call.onPart?.(part)
      }
      let usage = noUsage
      try {
        const asked = reservation.maxTokens === maxTokens ? request : limit(request, reservation.maxTokens)
        const reply = await model.answer(asked, call.onPart === undefined ? call : { ...call, onPart: hear })
        usage = reply.usage ?? { inputTokens, outputTokens: estimateOutput(reply) }
        return reply
      } catch (error) {
        if (heard > 0 || wasAnswered(error)) usage = { inputTokens, outputTokens: toTokens(heard) }
        throw error
      } finally {
        reservation.settle(usage.costUsd === undefined ? priced(usage, price) : usage)
      }
    },
  }
}

/** The messages of an effect are worked out when somebody looks, so they are no field that could be spread. */
const limit = (request: ModelRequest, maxTokens: number | undefined): ModelRequest => ({
  ...request,
  messages: request.messages,
  maxTokens,
})

const ANSWERED: readonly ModelErrorCode[] = ['malformed', 'interrupted']

/** Whether the provider has worked for an answer that nobody can use. */
const wasAnswered = (error: unknown): boolean => error instanceof ModelError && ANSWERED.includes(error.code)

const priced = (usage: Usage, price: Price | undefined): Usage =>
  price === undefined ? usage : { ...usage, costUsd: costOf(price, usage) }

/** How many tokens can be written for so much, once the input is paid for. */
const affordable = (dollars: number, inputTokens: number, price: Price): number =>
  (dollars * 1_000_000 - price.input * inputTokens) / price.output || 0

function describe({ inputTokens, outputTokens, costUsd = 0 }: Usage, { maxTokens, maxCostUsd }: BudgetLimits): string {
  const tokens = maxTokens !== undefined && `${inputTokens + outputTokens} of ${maxTokens} tokens (maxTokens)`
  const dollars = maxCostUsd !== undefined && `$${Number(costUsd.toFixed(6))} of $${maxCostUsd} (maxCostUsd)`
  return `${[tokens, dollars].filter((part) => part !== false).join(' and ')} are used`
}

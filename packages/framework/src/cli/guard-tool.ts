import { appendFileSync } from 'node:fs'
import { createMcpTool } from '../tools/builder.ts'
import { ToolContent } from '../tools/content.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { isObject, type Json } from '../tools/json.ts'
import { jsonSchema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { UsageError } from './args.ts'

/** What a proxy does with a call before and after the server behind it. */
export interface Guards {
  /** Whether a person has to allow the calls of a tool. */
  asks(tool: string): boolean
  limits: readonly CallLimit[]
  /** Called once with each call that has ended. */
  audit(entry: AuditEntry): void
}

/** One line of the audit log. */
export interface AuditEntry {
  at: string
  call: string
  /** The principal; `null` for a caller without a name. */
  who: string | null
  tool: string
  arguments: Json
  outcome: 'completed' | 'error' | 'refused' | 'cancelled'
  problem?: string
  milliseconds: number
}

const NO_FIELDS = jsonSchema<Record<string, never>>({ type: 'object', properties: {} })

/** Characters of the arguments that a person is shown, and of a text in the audit log. */
const SHOWN = 2_000
const LOGGED = 200

/** The call was not made: it is over a limit, or the person did not allow it. */
class RefusedCallError extends SweatpantsError {
  override name = 'RefusedCallError'
}

/** Returns a tool whose calls are limited, allowed by a person where that is asked for, and logged. */
export function guardTool(tool: McpTool, { asks, limits, audit }: Guards): McpTool {
  const mustAllow = asks(tool.name)
  const limited = limits.filter((limit) => limit.covers(tool.name))
  const guarded = createMcpTool(tool.name)
    .parameters(tool.parameters ?? NO_FIELDS)
    .elicits(mustAllow ? { allow: { response: NO_FIELDS, mustAsk: true, by: 'host' as const } } : ({} as never))
    .execute(function* (params, ctx) {
      const began = yield* ctx.now()
      let ended: Pick<AuditEntry, 'outcome' | 'problem'> = { outcome: 'cancelled' }
      try {
        for (const limit of limited) {
          const problem = yield* ctx.step('limit', () => limit.take(ctx.principal) ?? null)
          if (problem !== null) throw new RefusedCallError(problem)
        }
        if (mustAllow) {
          const shown = JSON.stringify(params, undefined, 2).slice(0, SHOWN)
          const answer = yield* ctx.elicit('allow', { message: `Allow this call of ${tool.name}?\n${shown}` })
          if (answer.action !== 'accept') throw new RefusedCallError(`the call of ${tool.name} was not allowed`)
        }
        const result = yield* tool.execute(params, ctx as never)
        ended = { outcome: result instanceof ToolContent && result.isError ? 'error' : 'completed' }
        return result
      } catch (error) {
        const outcome = error instanceof RefusedCallError ? 'refused' : 'error'
        ended = { outcome, problem: String((error as Error).message).slice(0, LOGGED) }
        throw error
      } finally {
        yield* ctx.step('audit', () => {
          const milliseconds = Date.now() - began
          const who = ctx.principal ?? null
          const at = new Date().toISOString()
          audit({ at, call: ctx.callId, who, tool: tool.name, arguments: redact(params), ...ended, milliseconds })
        })
      }
    })
    .build()
  const { questions, elicits, execute } = guarded
  return Object.freeze({ ...tool, questions, elicits, execute }) as McpTool
}

const SECRET_NAME = /pass(word|phrase)?$|secret|token|api_?-?key|credential|authorization|cookie|private_?-?key/i
const SECRET_VALUE = /^(Bearer |Basic |sk-|gh[pousr]_|xox[abp]-|eyJ[\w-]+\.|AKIA|-----BEGIN )/

/** Returns arguments for a log: without the values of fields and texts that look like secrets, and with short texts. */
export function redact(value: unknown, name = ''): Json {
  if (SECRET_NAME.test(name) && !isObject(value)) return '[redacted]'
  if (typeof value === 'string') {
    if (SECRET_VALUE.test(value)) return '[redacted]'
    return value.length <= LOGGED ? value : `${value.slice(0, LOGGED)}… (${value.length} characters)`
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, name))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, key)]))
  return (value ?? null) as Json
}

/** Returns a function that appends each entry to a file as a line of JSON. */
export const appendTo =
  (file: string): Guards['audit'] =>
  (entry) =>
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })

const PERIODS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** How many calls a caller may make within a period. Counted in this process. */
export class CallLimit {
  readonly covers: (tool: string) => boolean
  readonly #text: string
  readonly #calls: number
  readonly #period: number
  /** When the calls of each caller were made that still count. */
  readonly #made = new Map<string | undefined, number[]>()

  /** Reads `60/minute`, or `delete_*=5/hour` for some tools. */
  constructor(text: string) {
    const [, pattern = '*', calls, period] = /^(?:(.+)=)?(\d+)\/(second|minute|hour|day)$/.exec(text) ?? []
    if (calls === undefined)
      throw new UsageError(
        `--limit takes calls per second, minute, hour or day, like 60/minute or delete_*=5/hour, not "${text}"`,
      )
    this.#text = text
    this.covers = toMatcher([pattern])
    this.#calls = Number(calls)
    this.#period = PERIODS[period as keyof typeof PERIODS]
  }

  /** Counts a call; returns why it cannot be made if there were too many. */
  take(caller: string | undefined): string | undefined {
    const now = Date.now()
    const made = (this.#made.get(caller) ?? []).filter((at) => at > now - this.#period)
    this.#made.set(caller, made)
    if (made.length < this.#calls) return void made.push(now)
    const seconds = this.#calls === 0 ? undefined : Math.ceil((made[0]! + this.#period - now) / 1_000)
    return `the limit of ${this.#text} is reached${seconds === undefined ? '' : `; try again in ${seconds} s`}`
  }
}

/** Returns whether one of the patterns, in which `*` stands for any text, is a name. */
export function toMatcher(patterns: readonly string[]): (name: string) => boolean {
  const escaped = patterns.map((pattern) => pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*+/g, '.*'))
  const matchers = escaped.map((pattern) => new RegExp(`^${pattern}$`))
  return (name) => matchers.some((matcher) => matcher.test(name))
}

import { appendFileSync } from 'node:fs'
import { createMcpTool } from '../tools/builder.ts'
import { ToolContent } from '../tools/content.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { isObject, type Json } from '../tools/json.ts'
import { jsonSchema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { toUsageError } from './args.ts'
import type { CallLimit } from './call-limit.ts'

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
          const problem = yield* ctx.step('limit', async () => (await limit.take(ctx.principal)) ?? null)
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

/** Returns a function that appends each entry to a file as a line of JSON. Throws a `UsageError` if the file cannot be written. */
export function appendTo(file: string): Guards['audit'] {
  const append = (text: string): void => appendFileSync(file, text, { mode: 0o600 })
  try {
    // Creates the file: a log that cannot be written would fail calls that the server has performed.
    append('')
  } catch (cause) {
    throw toUsageError(cause, `--audit ${file} cannot be written: `)
  }
  return (entry) => append(`${JSON.stringify(entry)}\n`)
}

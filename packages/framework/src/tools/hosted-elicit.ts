import type { QuietContext } from './context.ts'
import { branchOf } from './create-context.ts'
import { Elicit } from './effects/elicit.ts'
import { type ElicitResult, toElicitKey } from './elicit.ts'
import type { QuestionApp } from './hosted-app.ts'
import type { Json } from './json.ts'
import { EffectOperation, type Operation } from './operation.ts'
import { foreignSchema, type JsonSchema } from './schema.ts'
import { toJson } from './to-json.ts'

/** A question whose form is known only when it is asked: the tool of another server asks it, and ours passes it on. */
export interface ElicitForm {
  key: string
  message: string
  /** A flat JSON Schema, as MCP has it. */
  schema: JsonSchema
  context?: Record<string, unknown>
  /** The server that asks, by a name that it cannot choose. Every form shows it. */
  origin: string
  /** The view of that server for the question. */
  app?: QuestionApp
  /** Only a host of ours answers it, so the schema need not be flat. */
  ui?: 'in-app'
}

/** Asks a person what no tool of ours declares. For hosts; authors declare their questions with `.elicits`. */
export function elicitForm(
  ctx: QuietContext,
  { key, message, schema, context = {}, origin, app, ui }: ElicitForm,
): Operation<ElicitResult<Record<string, Json>, unknown>> {
  const branch = branchOf(ctx)
  const asked = toElicitKey(key, { response: foreignSchema(schema), ...(ui !== undefined && { ui }) })
  const definition = { ...asked, origin, ...(app !== undefined && { app }) }
  const json = toJson(context, `the context of elicit "${key}"`) as Record<string, Json>
  return new EffectOperation(branch, `elicit('${key}')`, new Elicit(branch, definition, { message, context: json }))
}

/** A page that the tool of another server sends the person to. */
export interface ElicitPage {
  key: string
  message: string
  url: string
  /** The server that asks, by a name that it cannot choose. */
  origin: string
}

/** Asks a person to open a page. Accepting is the consent; what happens there is between the person and the server. */
export function elicitPage(
  ctx: QuietContext,
  { key, message, url, origin }: ElicitPage,
): Operation<ElicitResult<unknown, undefined>> {
  const branch = branchOf(ctx)
  const definition = { ...toElicitKey(key, { mode: 'url' }), origin }
  return new EffectOperation(branch, `elicit('${key}')`, new Elicit(branch, definition, { message, context: { url } }))
}

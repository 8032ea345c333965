import { describe } from './describe.ts'
import { ToolDefinitionError } from './errors.ts'
import type { ElicitExchange } from './exchange.ts'
import { toFlatForm } from './flat-form.ts'
import type { QuestionApp } from './hosted-app.ts'
import {
  freezeSchema,
  type InferInput,
  type InferOutput,
  isSchema,
  type JsonSchema,
  type Schema,
  SOME_SCHEMA,
  toJsonSchema,
} from './schema.ts'

/** One question that a tool may ask with a form, as its author declares it. */
export interface FormDefinition {
  mode?: never
  /** The shape of the answer. */
  response: Schema
  /** The shape of what is shown beside the message; inferred from the call when absent. */
  context?: Schema
  /** Milliseconds after which an open question is answered `cancel`, with `reason: 'expired'`. */
  expiresIn?: number
  /** Ignore an answer that arrives before the question was sent. */
  mustAsk?: boolean
  /** `'in-app'`: only a component answers it, so the response need not be flat. */
  ui?: 'in-app'
  /** The file of the component that shows it in hosts of others, its default export: `new URL('./pick-seat.tsx', import.meta.url)`. */
  view?: URL
  /** `'host'`: only what the host itself shows answers it, never a view that calls the server. */
  by?: 'host'
}

/**
 * A question that sends the person to a page, for what must not pass through the client: a sign-in, a payment, a key. What the
 * person types there stays between the person and the page.
 */
export interface UrlDefinition {
  mode: 'url'
  /**
   * The shape of what the page reports to `ctx.signalUrl(key)`: the question is answered once that has arrived. Without it the
   * answer is the consent of the person to open the page.
   */
  response?: Schema
  /** Milliseconds for the person to agree, and again for the page to report; then it is answered `cancel`, with `reason: 'expired'`. */
  expiresIn?: number
  /** Ignore an answer that arrives before the question was sent. */
  mustAsk?: boolean
  context?: never
  ui?: never
  view?: never
  by?: never
}

export type ElicitDefinition = FormDefinition | UrlDefinition

export type Elicits = Record<string, ElicitDefinition>

/** Who is asked, where that is not the caller. */
export interface ElicitOptions {
  /**
   * The names of those who may answer: `'user:ada'`, `'role:manager'`. The application decides which names a person answers to.
   * The caller sees that the run waits for others, and not the question.
   */
  to?: string | readonly string[]
  /** How many different people must accept. The first one who declines or cancels decides. Without it the first answer counts. */
  quorum?: number
}

/** Who answered, where the path knows it, and when the answer arrived. */
export interface Attribution {
  answeredBy?: string
  answeredAt: number
}

/** The result of a question that was not accepted. */
export type ElicitRefusal =
  | ({ action: 'decline' } & Attribution)
  | ({ action: 'cancel'; reason?: never } & Attribution)
  /**
   * `expired`: its time was up before it was answered. `unattended`: the client cancelled it faster than a person can, because
   * no person is there to answer; it is not a refusal.
   */
  | { action: 'cancel'; reason: 'expired' | 'unattended'; answeredBy?: never; answeredAt?: never }

/** The person's answer. Declining and cancelling are answers, not errors. */
export type ElicitResult<TContext, TResponse> =
  | ({ action: 'accept'; content: TResponse; exchange: ElicitExchange<TContext, TResponse> } & Attribution)
  | ElicitRefusal

/** One of the answers to a question with a quorum. */
export interface QuorumAnswer<TResponse> extends Attribution {
  content: TResponse
}

/** The answer of several people: accepted by as many as `quorum` says, or not accepted by one of them. */
export type QuorumResult<TContext, TResponse> =
  | ({
      action: 'accept'
      /** In the order in which they arrived. */
      answers: readonly QuorumAnswer<TResponse>[]
      exchange: ElicitExchange<TContext, TResponse[]>
    } & Attribution)
  | ElicitRefusal

/** The result of `elicit` for these options. */
export type ResultFor<O extends ElicitOptions, TContext, TResponse> = O extends { quorum: number }
  ? QuorumResult<TContext, TResponse>
  : ElicitResult<TContext, TResponse>

/** An answer as it comes in, before its schema has seen it. */
export type ElicitAnswer<TContent = unknown> =
  | { action: 'accept'; content: TContent }
  | { action: 'decline' }
  | { action: 'cancel'; reason?: 'unattended' }

/** The schema that types the context of a key. */
export type ContextOf<D extends ElicitDefinition> = D extends { context: infer S extends Schema }
  ? InferInput<S>
  : never
/** The content of an accepted answer; empty for the consent to open a page. */
export type ResponseOf<D extends ElicitDefinition> = InferOutput<NonNullable<D['response']>>

/** The additional fields of a question that sends the person to a page. */
export type PageOf<D extends ElicitDefinition> = D extends { mode: 'url' } ? { url: string } : unknown

/** The content of an accepted answer before its schema has parsed it; empty for the consent to open a page. */
export type GivenOf<D extends ElicitDefinition> = D extends { mode: 'url' }
  ? undefined
  : D extends { response: infer S extends Schema }
    ? InferInput<S>
    : never

/** A declared question, checked, with the schema that goes on the wire. Made once, when the tool is built. */
export interface ElicitKey extends Omit<FormDefinition, 'mode' | 'response'> {
  readonly key: string
  readonly mode?: 'url' | undefined
  readonly response?: Schema
  readonly schema: JsonSchema
  /** The server that wrote the question, by a name that it cannot choose; absent for a question of your own. */
  readonly origin?: string
  /** The view of that server for the question. */
  readonly app?: QuestionApp
}

/** The fields of a request other than its context. */
const RESERVED = {
  message: 'what the person reads',
  plain: 'what the person reads where no component shows the question',
  choices: 'what the person chooses from',
}

type Field = readonly [takes: string, isValid: (value: unknown) => boolean]

/** What the fields of a question take, if they are given. */
const FIELDS: { readonly [K in keyof FormDefinition]-?: Field } = {
  mode: ["'url' or left out", (value) => value === 'url'],
  response: [SOME_SCHEMA, isSchema],
  context: [SOME_SCHEMA, isSchema],
  expiresIn: ['a positive number of milliseconds', (value) => (value as number) > 0],
  mustAsk: ['true or false', (value) => typeof value === 'boolean'],
  ui: ["'in-app'", (value) => value === 'in-app'],
  view: ["the file of a component, new URL('./file.tsx', import.meta.url)", (value) => value instanceof URL],
  by: ["'host'", (value) => value === 'host'],
}

const FORM_FIELDS = Object.keys(FIELDS)
const URL_FIELDS = ['mode', 'response', 'expiresIn', 'mustAsk']

/** The form of a question that has no fields: it is accepted, declined or cancelled. */
const NO_FIELDS: JsonSchema = freezeSchema({ type: 'object', properties: {} })

export function toElicitKey(key: string, definition: ElicitDefinition): ElicitKey {
  const where = `elicit "${key}"`
  const isUrl = definition?.mode === 'url'
  if (!isSchema(definition?.response) && !(isUrl && definition.response === undefined)) {
    throw new ToolDefinitionError(`${where} needs a response: ${SOME_SCHEMA}`)
  }
  const fields = isUrl ? URL_FIELDS : FORM_FIELDS
  const unknown = Object.keys(definition).filter((field) => !fields.includes(field))
  if (unknown.length > 0) {
    throw new ToolDefinitionError(`${where} has no ${unknown.join(', ')}; it has ${fields.join(', ')}`)
  }
  for (const [field, [takes, isValid]] of Object.entries(FIELDS)) {
    const value = definition[field as keyof FormDefinition]
    if (value === undefined || isValid(value)) continue
    throw new ToolDefinitionError(`${where}: ${field} is ${takes}, not ${describe(value)}`)
  }
  if (definition.context !== undefined) {
    const properties = toJsonSchema(definition.context, 'input').properties
    for (const [field, meaning] of Object.entries(RESERVED)) {
      if (typeof properties !== 'object' || properties === null || !(field in properties)) continue
      throw new ToolDefinitionError(`${where}: a context field cannot be named "${field}", which is ${meaning}`)
    }
  }
  // A view never shows it: the host shows the whole address.
  if (isUrl) return { ...definition, by: 'host', key, schema: NO_FIELDS }
  const full = toJsonSchema(definition.response, 'input')
  const schema = definition.ui === 'in-app' ? full : toFlatForm(full, key)
  return { ...definition, key, schema: freezeSchema(schema) }
}

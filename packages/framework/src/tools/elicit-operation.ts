import type { Branch } from './branch.ts'
import { checkChoices } from './choices.ts'
import { describe, show } from './describe.ts'
import type { Effect } from './effect.ts'
import { Elicit, type ElicitAsk } from './effects/elicit.ts'
import { isExpired, Signal } from './effects/signal.ts'
import type { ElicitKey, ElicitOptions, ElicitResult } from './elicit.ts'
import { ToolUsageError } from './errors.ts'
import { createElicitExchange } from './exchange.ts'
import type { Json } from './json.ts'
import type { ToolUseBlock } from './message.ts'
import { ComposedOperation, EffectOperation, type Operation } from './operation.ts'
import { checkOptions, type OptionNames } from './options.ts'
import { check, type Schema } from './schema.ts'
import { toJson } from './to-json.ts'

/** Thrown where a page cannot be opened: the question is not declared with `mode: 'url'`, or the client has not declared it. */
export const URL_MODE =
  'URL elicitation mode is not supported by sweatpants. Use form mode (default) instead. ' +
  'See: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation'

/** The most characters of a name that a question is addressed to, and of a principal. Stores have both in the names of their records. */
const MAX_NAME = 256

/** Returns why a text is no such name, as the end of a sentence. */
export function problemOfName(name: string): string | undefined {
  if (name.length > MAX_NAME) return `has at most ${MAX_NAME} characters; this one has ${name.length}`
  // A store of UTF-8 has one character for all halves of surrogate pairs, so that such a name would be that of others, too.
  return name.isWellFormed() ? undefined : 'is well-formed Unicode; this one has half of a surrogate pair'
}

const OPTIONS: OptionNames<ElicitOptions> = { to: true, quorum: true }

/** A question as authors ask it. What is neither of these is its context. */
export interface Asked {
  message: string
  plain?: string
  mode?: unknown
  choices?: unknown
}

type Answer = ElicitResult<unknown, unknown>

/** Returns the operation of `ctx.elicit`. Throws a `ToolUsageError` for a question that the tool does not declare, or cannot ask. */
export function elicit(branch: Branch, key: string, request: Asked, options: ElicitOptions): Operation<unknown> {
  const { questions } = branch.run.recorder.tool
  const definition =
    typeof key === 'string' && Object.hasOwn(questions, key) ? questions[key]! : unknownKey(key, questions)
  checkOptions<ElicitOptions>(`elicit "${key}"`, options, OPTIONS)
  const { message, plain, mode, choices, ...context } = request ?? ({} as Asked)
  if (mode === 'url' && definition.mode !== 'url') throw new ToolUsageError(URL_MODE)
  if (typeof message !== 'string') throw new ToolUsageError(`elicit "${key}" needs a message: what the person is asked`)
  if (plain !== undefined && typeof plain !== 'string')
    throw new ToolUsageError(`elicit "${key}": plain is a text, not ${describe(plain)}`)
  if (definition.mode === 'url') {
    const url = readPageUrl(key, (context as { url?: unknown }).url)
    const { to, quorum } = toAddressees(key, options)
    if (quorum !== undefined) throw new ToolUsageError(`elicit "${key}" opens a page, which takes no quorum`)
    const ask = { message, context: { url }, ...(to !== undefined && { to }) }
    return new ComposedOperation(branch, `elicit('${key}')`, () => elicitUrl(branch, definition, ask))
  }
  const shown = (mode === undefined ? context : { mode, ...context }) as Record<string, unknown>
  if (definition.context !== undefined) refuseContext(key, definition.context, shown)
  const json = toJson(shown, `the context of elicit "${key}"`) as Record<string, Json>
  const effect = new Elicit(branch, definition, {
    message,
    ...(plain !== undefined && { plain }),
    context: json,
    ...(choices !== undefined && { choices: checkChoices(definition, choices) }),
    ...toAddressees(key, options),
  })
  return new EffectOperation(branch, `elicit('${key}')`, effect)
}

function unknownKey(key: string, questions: Readonly<Record<string, ElicitKey>>): never {
  const known = Object.keys(questions).join(', ') || 'none'
  throw new ToolUsageError(`the tool declares no elicit ${show(key)} (declared: ${known}); add it to .elicits({ … })`)
}

function toAddressees(key: string, { to, quorum }: ElicitOptions): Pick<ElicitAsk, 'to' | 'quorum'> {
  if (to === undefined) {
    if (quorum === undefined) return {}
    throw new ToolUsageError(
      `elicit "${key}" has a quorum and no \`to\`; say who is asked: { to: 'role:manager', quorum: 2 }`,
    )
  }
  const names = Array.isArray(to) ? [...to] : [to]
  if (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== ''))
    throw new ToolUsageError(`elicit "${key}": \`to\` is a name or a list of names, not ${show(to)}`)
  const problem = names.map(problemOfName).find((found) => found !== undefined)
  if (problem !== undefined) throw new ToolUsageError(`elicit "${key}": a name in \`to\` ${problem}`)
  if (quorum === undefined) return { to: Object.freeze(names) }
  if (!Number.isInteger(quorum) || quorum < 1)
    throw new ToolUsageError(`elicit "${key}": quorum is a whole number of people from 1 on, not ${describe(quorum)}`)
  return { to: Object.freeze(names), quorum }
}

function refuseContext(key: string, schema: Schema, context: unknown): void {
  const checked = check(schema, context)
  if (checked instanceof Promise)
    throw new ToolUsageError(`the context schema of elicit "${key}" must validate synchronously`)
  if (checked.type === 'invalid')
    throw new ToolUsageError(`elicit "${key}" was given a wrong context: ${checked.problem}`)
}

/** Asks the person to open a page, and waits for what the page reports if the question has a response. */
function* elicitUrl(branch: Branch, definition: ElicitKey, ask: ElicitAsk): Generator<Effect, Answer, unknown> {
  const { key, response, expiresIn } = definition
  const consent = yield* new EffectOperation<Answer>(branch, `elicit('${key}')`, new Elicit(branch, definition, ask))
  if (response === undefined || consent.action !== 'accept') return consent
  try {
    const signal = new Signal(branch, key, response, expiresIn)
    const content = yield* new EffectOperation<unknown>(branch, `signal('${key}')`, signal)
    const [use] = consent.exchange.request.content as [ToolUseBlock]
    const exchange = createElicitExchange(use.id, key, ask.context, JSON.stringify(content ?? null))
    return { ...consent, content, exchange }
  } catch (error) {
    if (isExpired(error)) return { action: 'cancel', reason: 'expired' }
    throw error
  }
}

/** Returns the URL of a page as a browser reads it; throws a `ToolUsageError` for one that a person must not be sent to. */
function readPageUrl(key: string, url: unknown): string {
  const page = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (page === undefined || !/^https?:$/.test(page.protocol))
    throw new ToolUsageError(`elicit "${key}" needs the url of a page, http or https, not ${show(url)}`)
  if (page.username !== '' || page.password !== '')
    throw new ToolUsageError(`elicit "${key}": the url has a user name or a password, which the client would see`)
  return page.href
}

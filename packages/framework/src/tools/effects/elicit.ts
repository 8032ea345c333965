import type { Branch } from '../branch.ts'
import { type Choices, refuseChoice, withChoices } from '../choices.ts'
import { Effect, RecordedEffect } from '../effect.ts'
import type { Attribution, ElicitKey, ElicitResult, QuorumAnswer, QuorumResult } from '../elicit.ts'
import { ElicitError } from '../errors.ts'
import { createElicitExchange } from '../exchange.ts'
import type { QuestionApp } from '../hosted-app.ts'
import type { Answered } from '../journal.ts'
import { freezeJson, isObject, type Json } from '../json.ts'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { type Deferred, type Failure, type Outcome, succeeded } from '../outcome.ts'
import { openWait } from '../outside.ts'
import { type Asked, askPeer, toAsked } from '../peer.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'
import { type Checked, check, type JsonSchema } from '../schema.ts'
import { fingerprint } from '../sha256.ts'
import { toJson } from '../to-json.ts'

/** A question to a person, as a peer receives it. */
export interface ElicitEffect extends Asked {
  readonly type: 'elicit'
  /** The tool that asks: a key is unique only within one. */
  readonly toolName: string
  /** The text of the question. It ends with `plain`, if there is one; `toShortMessage` returns it without. */
  readonly message: string
  /** The part of the message that a component shows better. */
  readonly plain?: string
  /** What was passed to `elicit()` beside the message. */
  readonly context: Readonly<Record<string, Json>>
  /** The form of the answer: flat as MCP has it, unless only a plugin answers it. */
  readonly schema: JsonSchema
  readonly ui?: ElicitKey['ui']
  /** The page that the person is asked to open. The form has no fields then: accepting is the consent to open it. */
  readonly url?: string
  /** Only a person may answer it, who was shown it. */
  readonly mustAsk?: true
  /** `'host'`: it is never answered through a tool that a view calls. */
  readonly by?: 'host'
  /** The server that wrote the question, if it is not of your own tools. The server cannot choose this name. */
  readonly origin?: string
  /** The view of that server for the question, which a host may show in place of the form. */
  readonly app?: QuestionApp
  /** When it expires. */
  readonly expiresAt?: number
  /** The names of those who may answer. A peer never receives such a question: it is passed to `onWait`. */
  readonly to?: readonly string[]
  /** How many different people must accept. */
  readonly quorum?: number
  /** Who has accepted so far, of those that a quorum needs. */
  readonly answeredBy?: readonly string[]
}

/** What an author gives with a question. */
export interface ElicitAsk {
  message: string
  plain?: string
  context: Record<string, Json>
  choices?: Choices
  /** Who answers a question that is not for the caller. */
  to?: readonly string[]
  quorum?: number
}

export class Elicit extends RecordedEffect {
  readonly type = 'elicit'
  readonly key: string
  override readonly lasts: number | undefined
  override readonly isEarly: boolean
  readonly message: string
  readonly plain: string | undefined
  readonly context: Record<string, Json>
  readonly definition: ElicitKey
  override readonly to: readonly string[] | undefined
  readonly quorum: number | undefined
  readonly #choices: Choices | undefined
  #shown: string | undefined

  constructor(branch: Branch, definition: ElicitKey, { message, plain, context, choices, to, quorum }: ElicitAsk) {
    super(branch)
    this.to = to
    this.quorum = quorum
    this.#choices = choices
    this.key = definition.key
    this.definition = definition
    this.lasts = definition.expiresIn
    this.isEarly = !definition.mustAsk && to === undefined
    this.message = withPlain({ message, plain })
    this.plain = plain
    this.context = context
  }

  override request(): unknown {
    const { message, context, to, quorum } = this
    if (to === undefined && this.#choices === undefined) return [message, context]
    return [message, context, to ?? null, quorum ?? null, this.#choices ?? null]
  }

  /** The form of the answer, with the choices of this question. */
  get schema(): JsonSchema {
    const { schema } = this.definition
    return this.#choices === undefined ? schema : withChoices(schema, this.#choices)
  }

  override shown(): string {
    const { key, definition } = this
    const form = [this.#toolName, key, this.request(), formOf(definition)]
    const { origin } = definition
    this.#shown ??= fingerprint(JSON.stringify(origin === undefined ? form : [...form, origin]))
    return this.#shown
  }

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    const { message, plain, context, definition, to, quorum } = this
    const { ui, by, origin, app, mustAsk, mode } = definition
    const asked: ElicitEffect = {
      type: 'elicit',
      ...toAsked(pending),
      toolName: this.#toolName,
      message,
      context: freezeJson(context),
      schema: this.schema,
      ...(origin !== undefined && { origin }),
      ...(app !== undefined && { app }),
      ...(mustAsk && { mustAsk }),
      ...(by !== undefined && { by }),
      ...(plain !== undefined && { plain }),
      ...(mode === 'url' && { url: context.url as string }),
      ...(ui !== undefined && { ui }),
      ...(pending.deadline !== undefined && { expiresAt: pending.deadline }),
    }
    if (to === undefined) return askPeer(run, pending, asked)
    // Every answer to a question with `to` says who gave it.
    const answeredBy = Object.freeze(pending.partials.map(({ answered }) => answered.by!))
    return openWait(run, pending, { ...asked, to, ...(quorum !== undefined && { quorum, answeredBy }) })
  }

  override combine(given: Json | undefined, pending: Pending): Json | undefined {
    const { readAnswer } = Effect.branchOf(this).run.options
    const value =
      this.to === undefined && readAnswer ? readAnswer(given, { ...toAsked(pending), schema: this.schema }) : given
    const { action, content = null } = (value ?? {}) as { action?: unknown; content?: Json }
    if (this.quorum === undefined || action !== 'accept') return value
    return { action, contents: [...pending.partials.map((partial) => partial.content), content] }
  }

  override isComplete(combined: Json | undefined): boolean {
    const { contents } = combined as { contents?: Json[] }
    return this.quorum === undefined || contents === undefined || contents.length >= this.quorum
  }

  get #toolName(): string {
    return Effect.branchOf(this).run.toolName
  }

  override over(): Outcome {
    return succeeded({ action: 'cancel', reason: 'expired' })
  }

  override decode(answer: Json | undefined, run: Run, pending: Pending): MaybePromise<Checked<unknown>> {
    const { action, content, contents, reason } = (answer ?? {}) as Partial<Record<string, Json>>
    const attribution = toAttribution(pending.answered.at(-1))
    if (action === 'decline') return { type: 'valid', value: { action, ...attribution } }
    if (action === 'cancel') {
      const hasReason = reason === 'unattended' || (reason === 'expired' && attribution === undefined)
      return { type: 'valid', value: hasReason ? { action, reason } : { action, ...attribution } }
    }
    if (action !== 'accept') {
      return {
        type: 'invalid',
        problem: 'an answer is { action: "accept", content }, { action: "decline" } or { action: "cancel" }',
      }
    }
    const id = `elicit_${run.recorder.header.runId}_${pending.seq}`
    if (this.definition.mode === 'url') {
      const exchange = createElicitExchange(id, this.key, this.context, 'null')
      return { type: 'valid', value: { action, content: undefined, exchange, ...attribution } }
    }
    if (this.quorum !== undefined) return this.#acceptAll(contents as Json[], id, pending.answered)
    return andThen(this.#check(content), (checked) => {
      if (checked.type === 'invalid') return checked
      const exchange = createElicitExchange(id, this.key, this.context, toText(checked.value, content))
      const value = { action, content: checked.value, exchange, ...attribution } as ElicitResult<unknown, unknown>
      return { type: 'valid', value }
    })
  }

  #check(content: Json | undefined): MaybePromise<Checked<unknown>> {
    const problem = isEmpty(content, this.schema) ? EMPTY_FORM : this.#choices && refuseChoice(this.#choices, content)
    // Only a question with a page may have no response, and its content is not checked.
    return problem === undefined ? check(this.definition.response!, content) : { type: 'invalid', problem }
  }

  async #acceptAll(contents: Json[], id: string, answered: readonly Answered[]): Promise<Checked<unknown>> {
    const answers: QuorumAnswer<unknown>[] = []
    for (const [index, content] of contents.entries()) {
      const checked = await this.#check(content)
      if (checked.type === 'invalid') return checked
      answers.push({ content: checked.value, ...toAttribution(answered[index])! })
    }
    const text = toText(
      answers.map(({ content }) => content),
      contents,
    )
    const exchange = createElicitExchange<unknown, unknown[]>(id, this.key, this.context, text)
    const last = toAttribution(answered.at(-1))!
    const value: QuorumResult<unknown, unknown> = { action: 'accept', answers, exchange, ...last }
    return { type: 'valid', value }
  }

  override toError(failure: Failure): Error {
    return new ElicitError(`the question "${this.key}" got no valid answer`, failure)
  }
}

const toEnding = (plain: string): string => `\n\n${plain}`

/** Returns the text of a question for a place without a component. */
export const withPlain = ({ message, plain }: { message: string; plain: string | undefined }): string =>
  plain === undefined ? message : message + toEnding(plain)

/** Returns the text of a question for a place where a component shows what `plain` says. */
export const toShortMessage = ({ message, plain }: Pick<ElicitEffect, 'message' | 'plain'>): string =>
  plain === undefined ? message : message.slice(0, -toEnding(plain).length)

/** The refusal of an answer that has none of the fields that it needs. */
export const EMPTY_FORM = 'the form came back empty'

const isEmpty = (content: Json | undefined, { required }: JsonSchema): boolean =>
  Array.isArray(required) && required.length > 0 && isObject(content) && Object.keys(content).length === 0

function toAttribution(answered: Answered | undefined): Attribution | undefined {
  if (answered === undefined) return undefined
  const { by, at } = answered
  return { ...(by !== undefined && { answeredBy: by }), answeredAt: at }
}

const forms = new WeakMap<ElicitKey, string>()

/** Fingerprint of the form, taken once for all questions with this key. */
function formOf(definition: ElicitKey): string {
  const known = forms.get(definition) ?? fingerprint(JSON.stringify(definition.schema))
  forms.set(definition, known)
  return known
}

/** The content as the schema gave it, or as it arrived where a transform made something that JSON cannot carry. */
function toText(content: unknown, raw: Json | undefined): string {
  const arrived = JSON.stringify(raw ?? null)
  try {
    // Most schemas change nothing, and need no second look.
    const given = JSON.stringify(content) ?? 'null'
    return given === arrived ? arrived : JSON.stringify(toJson(content, 'the content') ?? null)
  } catch {
    return arrived
  }
}

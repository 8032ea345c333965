import type { Branch } from '../branch.ts'
import { Effect, RecordedEffect, WAITING } from '../effect.ts'
import type { ElicitKey, ElicitResult } from '../elicit.ts'
import { ElicitError } from '../errors.ts'
import { createElicitExchange } from '../exchange.ts'
import type { Fiber } from '../fiber.ts'
import { freezeJson, type Json, toJson } from '../json.ts'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { type Deferred, type Failure, type Outcome, succeeded } from '../outcome.ts'
import { type Asked, askPeer, toAsked } from '../peer.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'
import { type Checked, check, type JsonSchema } from '../schema.ts'
import { fingerprint } from '../sha256.ts'

/** A question to a person, as a peer receives it. */
export interface ElicitEffect extends Asked {
  readonly type: 'elicit'
  /** The tool that asks: a key is unique only within one. */
  readonly toolName: string
  readonly message: string
  /** What was passed to `elicit()` beside the message. */
  readonly context: Readonly<Record<string, Json>>
  /** The form of the answer: flat as MCP has it, unless only a plugin answers it. */
  readonly schema: JsonSchema
  readonly ui?: ElicitKey['ui']
  /** When it expires. */
  readonly expiresAt?: number
}

export class Elicit extends RecordedEffect {
  readonly type = 'elicit'
  readonly key: string
  override readonly lasts: number | undefined
  override readonly isEarly: boolean
  readonly message: string
  readonly context: Record<string, Json>
  readonly definition: ElicitKey
  #shown: string | undefined

  constructor(branch: Branch, definition: ElicitKey, message: string, context: Record<string, Json>) {
    super(branch)
    this.key = definition.key
    this.definition = definition
    this.lasts = definition.expiresIn
    this.isEarly = !definition.mustAsk
    this.message = message
    this.context = context
  }

  request(): unknown {
    return [this.message, this.context]
  }

  override shown(): string {
    const { key, message, context, definition } = this
    this.#shown ??= fingerprint(JSON.stringify([this.#toolName, key, message, context, formOf(definition)]))
    return this.#shown
  }

  override enter(fiber: Fiber): unknown {
    const pending = fiber.run.open(fiber, this)
    pending.seq = fiber.run.elicits++
    fiber.run.hold(pending)
    return WAITING
  }

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    const { message, context, definition } = this
    const { schema, ui } = definition
    const asked: ElicitEffect = {
      type: 'elicit',
      ...toAsked(pending),
      toolName: this.#toolName,
      message,
      context: freezeJson(context),
      schema,
    }
    if (ui === undefined && pending.deadline === undefined) return askPeer(run.peer, pending, asked)
    return askPeer(run.peer, pending, {
      ...asked,
      ...(ui !== undefined && { ui }),
      ...(pending.deadline !== undefined && { expiresAt: pending.deadline }),
    })
  }

  get #toolName(): string {
    return Effect.branchOf(this).run.toolName
  }

  override over(): Outcome {
    return succeeded({ action: 'cancel', reason: 'expired' })
  }

  override decode(answer: Json | undefined, run: Run, pending: Pending): MaybePromise<Checked<unknown>> {
    const { action, content, reason } = (answer ?? {}) as { action?: unknown; content?: Json; reason?: Json }
    if (action === 'decline') return { type: 'valid', value: { action } }
    if (action === 'cancel') return { type: 'valid', value: reason === 'expired' ? { action, reason } : { action } }
    if (action !== 'accept') {
      return {
        type: 'invalid',
        problem: 'an answer is { action: "accept", content }, { action: "decline" } or { action: "cancel" }',
      }
    }
    const id = `elicit_${run.recorder.header.runId}_${pending.seq}`
    return andThen(check(this.definition.response, content), (checked) => this.#accept(checked, content, id))
  }

  #accept(checked: Checked<unknown>, raw: Json | undefined, id: string): Checked<ElicitResult<unknown, unknown>> {
    if (checked.type === 'invalid') return checked
    const exchange = createElicitExchange(id, this.key, this.context, toText(checked.value, raw))
    return { type: 'valid', value: { action: 'accept', content: checked.value, exchange } }
  }

  toError(failure: Failure): Error {
    return new ElicitError(`the question "${this.key}" got no valid answer`, failure)
  }
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

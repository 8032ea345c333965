import type { Branch } from '../branch.ts'
import { Effect, RecordedEffect } from '../effect.ts'
import type { ElicitKey, ElicitResult } from '../elicit.ts'
import { ElicitError } from '../errors.ts'
import { createElicitExchange } from '../exchange.ts'
import type { Fiber } from '../fiber.ts'
import type { Json } from '../json.ts'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { type Deferred, type Failure, type Outcome, succeeded } from '../outcome.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'
import { type Checked, check, type JsonSchema } from '../schema.ts'
import { fingerprint } from '../sha256.ts'

/** A question to a person. */
export class ElicitEffect extends RecordedEffect {
  readonly type = 'elicit'
  override readonly asks = true
  override readonly counts = false
  override readonly dated = true
  override readonly lasts: number | undefined
  readonly message: string
  /** What was passed to `elicit()` beside the message. */
  readonly context: Record<string, Json>
  /** Which elicit of the call this is, from 0. */
  seq = 0
  /** Set while the question is open and can expire. */
  expiresAt: number | undefined
  readonly #definition: ElicitKey
  #consent: string | undefined

  constructor(branch: Branch, definition: ElicitKey, message: string, context: Record<string, Json>) {
    super(branch)
    this.#definition = definition
    this.lasts = definition.expiresIn
    this.message = message
    this.context = context
  }

  /** The tool that asks: a key is unique only within one. */
  get toolName(): string {
    return Effect.branchOf(this).run.toolName
  }

  get key(): string {
    return this.#definition.key
  }

  /** The form of the answer: flat as MCP has it, unless only a plugin answers it. */
  get schema(): JsonSchema {
    return this.#definition.schema
  }

  get ui(): string | undefined {
    return this.#definition.ui
  }

  override get early(): boolean {
    return !this.#definition.mustAsk
  }

  request(): unknown {
    return [this.message, this.context]
  }

  override consent(): string {
    this.#consent ??= fingerprint(JSON.stringify([this.key, this.message, this.context, this.schema]))
    return this.#consent
  }

  override enter(fiber: Fiber): unknown {
    this.seq = fiber.run.elicits++
    return super.enter(fiber)
  }

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    this.expiresAt = pending.deadline
    return run.peer.answer(this, pending.signal)
  }

  override over(): Outcome {
    return succeeded({ action: 'cancel', reason: 'expired' })
  }

  override decode(answer: Json | undefined, run: Run): MaybePromise<Checked<unknown>> {
    const { action, content, reason } = (answer ?? {}) as { action?: unknown; content?: Json; reason?: Json }
    if (action === 'decline') return { type: 'valid', value: { action } }
    if (action === 'cancel') return { type: 'valid', value: reason === 'expired' ? { action, reason } : { action } }
    if (action !== 'accept') {
      return {
        type: 'invalid',
        problem: 'an answer is { action: "accept", content }, { action: "decline" } or { action: "cancel" }',
      }
    }
    return andThen(check(this.#definition.response, content), (checked) => this.#accept(checked, content, run))
  }

  #accept(checked: Checked<unknown>, raw: Json | undefined, run: Run): Checked<ElicitResult<unknown, unknown>> {
    if (checked.type === 'invalid') return checked
    const id = `elicit_${run.recorder.header.runId}_${this.seq}`
    const exchange = createElicitExchange(id, this.key, this.context, raw ?? null)
    return { type: 'valid', value: { action: 'accept', content: checked.value, exchange } }
  }

  toError(failure: Failure): Error {
    return new ElicitError(`the question "${this.key}" got no valid answer`, failure)
  }
}

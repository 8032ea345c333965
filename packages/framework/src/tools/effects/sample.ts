import type { Branch } from '../branch.ts'
import { RecordedEffect } from '../effect.ts'
import { SampleError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import {
  digestOf,
  fromExtended,
  type McpBlock,
  type McpMessage,
  refuseUnanswered,
  sizeOf,
  textMessage,
  withUniqueIds,
} from '../message.ts'
import type { Deferred, Failure, Outcome } from '../outcome.ts'
import { type Asked, askPeer, toAsked } from '../peer.ts'
import type { Pending } from '../pending.ts'
import type { Run } from '../run.ts'
import type { ModelPreferences, SampleRequest, Source, ToolChoice } from '../sampling.ts'
import type { Checked, JsonSchema } from '../schema.ts'
import { fingerprint } from '../sha256.ts'
import type { Usage } from '../usage.ts'

export interface WireTool {
  name: string
  description?: string
  inputSchema: JsonSchema
}

/** A model's answer as it comes in and is recorded. */
export interface SampleReply {
  content: McpBlock | McpBlock[]
  model: string
  stopReason?: string
  usage?: Usage
  sources?: Source[]
  _meta?: Record<string, unknown>
}

const DEFAULT_MAX_TOKENS = 4096

/** A question to a model, as a peer receives it. */
export interface SampleEffect extends Asked {
  readonly type: 'sample'
  /** The whole conversation, oldest first. */
  readonly messages: readonly McpMessage[]
  readonly systemPrompt?: string
  /** Never more than the branch may still spend. */
  readonly maxTokens: number
  readonly temperature?: number
  readonly modelPreferences?: ModelPreferences
  readonly tools?: readonly WireTool[]
  readonly toolChoice?: { mode: ToolChoice }
}

type Settings = Omit<SampleEffect, 'type' | keyof Asked>

export class Sample extends RecordedEffect {
  readonly type = 'sample'
  readonly key: string
  readonly #request: SampleRequest
  readonly #offer: { tools: readonly WireTool[]; toolChoice: ToolChoice } | undefined
  readonly #retry: readonly McpMessage[]
  readonly #maxTokens: number
  readonly #systemPrompt: string | undefined
  readonly #opening: { messages(): McpMessage[]; size(): number }

  constructor(
    branch: Branch,
    request: SampleRequest,
    offer: { tools: readonly WireTool[]; toolChoice: ToolChoice } | undefined,
    retry: readonly McpMessage[],
  ) {
    super(branch)
    this.key = request.key ?? 'sample'
    this.#request = request
    this.#offer = offer
    this.#retry = retry
    this.#maxTokens = Math.min(request.maxTokens ?? DEFAULT_MAX_TOKENS, branch.tokensLeft())
    if (request.messages !== undefined) {
      const { messages, system } = fromExtended(request.messages)
      refuseUnanswered(messages)
      this.#systemPrompt = request.systemPrompt ?? system ?? branch.systemPrompt
      this.#opening = { messages: () => [...messages], size: () => sum(messages) }
    } else {
      const { conversation } = branch
      const { length } = conversation
      this.#systemPrompt = request.systemPrompt ?? branch.systemPrompt
      this.#opening = {
        messages() {
          const messages = conversation.read(length)
          messages.push(textMessage('user', request.prompt))
          return messages
        },
        size: () => conversation.size(length) + request.prompt.length,
      }
    }
  }

  /** The request as a model gets it. */
  get settings(): Settings {
    return { messages: this.#readMessages(), ...this.#terms() }
  }

  #terms(): Omit<Settings, 'messages'> {
    const { temperature, modelPreferences } = this.#request
    const offer = this.#offer
    const terms: { -readonly [K in keyof Omit<Settings, 'messages'>]: Settings[K] } = { maxTokens: this.#maxTokens }
    if (this.#systemPrompt !== undefined) terms.systemPrompt = this.#systemPrompt
    if (temperature !== undefined) terms.temperature = temperature
    if (modelPreferences !== undefined) terms.modelPreferences = modelPreferences
    if (offer === undefined) return terms
    return { ...terms, tools: offer.tools, toolChoice: { mode: offer.toolChoice } }
  }

  #readMessages(): readonly McpMessage[] {
    const opening = this.#opening.messages()
    return Object.freeze(withUniqueIds(this.#retry.length === 0 ? opening : [...opening, ...this.#retry]))
  }

  /** Characters of JSON in the messages, about. */
  get size(): number {
    return this.#opening.size() + sum(this.#retry)
  }

  override request(): unknown {
    const { prompt, messages, ...settings } = this.#request
    const opening = messages === undefined ? prompt : messages.map(digestOf)
    const { tools, toolChoice } = this.#offer ?? {}
    return [opening, settings, tools, toolChoice && { mode: toolChoice }, this.#retry]
  }

  override shown(): string {
    return fingerprint(JSON.stringify([this.key, this.settings]))
  }

  perform(run: Run, pending: Pending): MaybePromise<Outcome | Deferred> {
    let messages: readonly McpMessage[] | undefined
    const read = () => (messages ??= this.#readMessages())
    return askPeer(run, pending, {
      type: 'sample',
      ...toAsked(pending),
      // Read on demand: a peer that defers its answer does not copy the conversation.
      get messages() {
        return read()
      },
      ...this.#terms(),
    })
  }

  override decode(value: Json | undefined): Checked<SampleReply> {
    const reply = value as unknown as Partial<SampleReply> | null | undefined
    const blocks = Array.isArray(reply?.content) ? reply.content : [reply?.content]
    const valid = blocks.length > 0 && blocks.every(isBlock) && typeof reply?.model === 'string'
    if (!valid) return { type: 'invalid', problem: 'a sample is answered with { content, model, stopReason?, usage? }' }
    const { usage, ...rest } = reply as SampleReply
    return { type: 'valid', value: isUsage(usage) ? { ...rest, usage } : rest }
  }

  override toError(failure: Failure): Error {
    return new SampleError('the model call failed', failure)
  }
}

const sum = (messages: readonly McpMessage[]): number => messages.reduce((total, message) => total + sizeOf(message), 0)

/** A call without an id could not be given its result. */
function isBlock(block: Partial<Record<'type' | 'id' | 'name', unknown>> | null | undefined): boolean {
  const { type, id, name } = block ?? {}
  return typeof type === 'string' && (type !== 'tool_use' || (typeof id === 'string' && typeof name === 'string'))
}

/** Counted against budgets, so not taken on trust: anything but counts is estimated instead. */
const isUsage = (usage: unknown): usage is Usage => {
  const { inputTokens, outputTokens, costUsd = 0 } = (usage ?? {}) as Partial<Usage>
  return [inputTokens, outputTokens, costUsd].every((count) => Number.isFinite(count) && count! >= 0)
}

import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Reasoning,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Text,
} from '@ai-sdk/provider'
import { ModelError } from './errors.ts'
import type { ReplyPart } from './model.ts'
import { toBlock } from './reply.ts'

/** Reads a stream to its end and calls `onPart` with each part. Resolves with the result that `doGenerate` would return. */
export async function collectStream(
  { stream }: LanguageModelV4StreamResult,
  onPart: (part: ReplyPart) => void,
): Promise<LanguageModelV4GenerateResult> {
  const answer = new Answer(onPart)
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) answer.add(read.value)
  } finally {
    // Closes the connection if the stream did not end.
    await reader.cancel().catch(() => {})
  }
  return answer.finish()
}

type Spoken = LanguageModelV4Text | LanguageModelV4Reasoning
type Marked = Pick<Spoken, 'providerMetadata'> & { id: string }

class Answer {
  readonly #onPart: (part: ReplyPart) => void
  readonly #content: LanguageModelV4Content[] = []
  readonly #open = new Map<string, Spoken>()
  #end: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined

  constructor(onPart: (part: ReplyPart) => void) {
    this.#onPart = onPart
  }

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-delta':
        return this.#speak('text', part)
      case 'reasoning-delta':
        return this.#speak('reasoning', part)
      case 'text-start':
      case 'text-end':
        return this.#mark('text', part)
      case 'reasoning-start':
      case 'reasoning-end':
        return this.#mark('reasoning', part)
      case 'tool-call':
        this.#content.push(part)
        for (const block of toBlock(part)) if (block.type === 'tool_use') this.#onPart({ type: 'tool_use', block })
        return
      case 'source':
      case 'file':
        this.#content.push(part)
        return
      case 'finish':
        this.#end = part
        return
      case 'error':
        throw part.error
    }
  }

  finish(): LanguageModelV4GenerateResult {
    if (this.#end === undefined) throw new ModelError('interrupted', 'the stream ended before the reply was complete')
    const { finishReason, usage, providerMetadata } = this.#end
    return {
      content: this.#content,
      finishReason,
      usage,
      warnings: [],
      ...(providerMetadata !== undefined && { providerMetadata }),
    }
  }

  /** Some providers send the signature of a text in a last delta that is empty. */
  #speak(type: Spoken['type'], part: Marked & { delta: string }): void {
    if (part.providerMetadata !== undefined) this.#mark(type, part)
    if (part.delta === '') return
    this.#block(type, part.id).text += part.delta
    this.#onPart({ type, text: part.delta })
  }

  #mark(type: Spoken['type'], { id, providerMetadata }: Marked): void {
    const block = this.#block(type, id)
    if (providerMetadata !== undefined) block.providerMetadata = { ...block.providerMetadata, ...providerMetadata }
  }

  /** Ids are unique within a type only. */
  #block(type: Spoken['type'], id: string): Spoken {
    const key = `${type} ${id}`
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const block: Spoken = { type, text: '' }
    this.#open.set(key, block)
    this.#content.push(block)
    return block
  }
}

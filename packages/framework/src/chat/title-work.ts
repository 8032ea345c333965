import { toBlocks, toText } from '../tools/message.ts'
import { noUsage } from '../tools/usage.ts'
import type { ChatDriven } from './chat-driven.ts'
import type { PatchOf } from './patch.ts'
import { toTitleLine } from './reduce-messages.ts'
import { type ChatState, findMessage } from './state.ts'

const SYSTEM = 'You name conversations.'

const TITLE_REQUEST = 'Give this conversation a title of 2 to 6 words, in its language. Reply with the title only.'

/** Characters of the message and of the answer that the model reads. */
const MAX_READ = 2_000

/** Room for the reasoning of some models. */
const MAX_TOKENS = 500

/** Asks the model for a title after the first answer, while no person and no model has given one. */
export class TitleWork {
  readonly #chat: ChatDriven
  readonly #onTitle: (patch: PatchOf<'title_suggest'>) => void
  /** The turn after which the model was asked last. */
  #askedAfter = 0
  #asking: Promise<void> | undefined

  constructor(chat: ChatDriven, onTitle: (patch: PatchOf<'title_suggest'>) => void) {
    this.#chat = chat
    this.#onTitle = onTitle
  }

  get waits(): boolean {
    return this.#asking === undefined
  }

  /** Resolves when no model is asked any more. */
  get ended(): Promise<void> {
    return this.#asking ?? Promise.resolve()
  }

  reconcile(): void {
    const { turn, ended, named } = this.#chat.state
    if (named !== undefined || turn !== undefined || ended?.reason !== 'complete') return
    if (this.#asking !== undefined || this.#askedAfter >= ended.turn) return
    this.#askedAfter = ended.turn
    this.#asking = this.#ask().finally(() => {
      this.#asking = undefined
      this.#chat.ring()
    })
  }

  /** Without a title, as when the provider is busy, the first message stays the title until the next turn has ended. */
  async #ask(): Promise<void> {
    const { state, model, leaving, id } = this.#chat
    const request = toRequest(state)
    const chosen = state.messages.findLast(({ role }) => role === 'assistant')?.model
    if (request === undefined || chosen === undefined) return
    try {
      const asked = await model(state.model ?? chosen)
      const reply = await asked.answer(request, { signal: leaving, caller: id })
      // It was reset, and is about something else.
      if (findMessage(this.#chat.state, state.messages[0]!.messageId) === undefined) return
      const title = toTitle(toText(toBlocks({ role: 'assistant', content: reply.content })))
      if (title !== '') this.#onTitle({ type: 'title_suggest', title, usage: reply.usage ?? noUsage })
    } catch (error) {
      if (!leaving.aborted) this.#chat.onError(error)
    }
  }
}

function toRequest({ messages }: ChatState) {
  const [said, answer] = (['user', 'assistant'] as const).map((role) =>
    toText(messages.find((message) => message.role === role && toText(message.content) !== '')?.content ?? []),
  )
  if (!said) return undefined
  const read = [`User: ${said.slice(0, MAX_READ)}`, ...(answer ? [`Assistant: ${answer.slice(0, MAX_READ)}`] : [])]
  const text = `${TITLE_REQUEST}\n\n<conversation>\n${read.join('\n\n')}\n</conversation>`
  return {
    systemPrompt: SYSTEM,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: text.toWellFormed() } }],
    maxTokens: MAX_TOKENS,
  }
}

/** Returns the first line of a reply, without quotation marks, Markdown and a full stop; empty if it has no word. */
const toTitle = (reply: string): string =>
  toTitleLine(reply.trim().replace(/^title:\s*/i, '')).replace(/^[^\p{L}\p{N}(]+|[^\p{L}\p{N})?!…]+$/gu, '')

/**
 * The call that a view shows, in any host. A host that asks through the view sends each question (`elicitation/create`). A host
 * that only shows views gives the arguments and the result of the call; the view then goes on with the call by the tool
 * `continue_call`, whose state is that of `mcp/core/call-state.ts`.
 *
 * - V1 One question is shown at a time; further ones wait.
 * - V2 Only the first answer to a shown question counts.
 * - V3 The state of a stored result may be old, so the server is asked for the newest one before anything is shown.
 * - V4 The model is told of the end only if its call had ended without the result, and this view has answered.
 */
import type { CallState, ViewQuestion } from '../mcp/core/call-state.ts'
import type { CallToolResult } from '../mcp/core/outcome.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject, type Json } from '../tools/json.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { toJson } from '../tools/to-json.ts'
import { createTurns } from '../tools/turns.ts'
import { Bridge, type FromHost, type Line, type Params } from './bridge.ts'

const ELICIT_META = 'dev.sweatpants/elicit'
const CALL_META = 'dev.sweatpants/call'
const CONTINUE_CALL = 'continue_call'

/** A question that the view shows. */
export interface AskedQuestion extends ViewQuestion {
  /** Whether the host shows the message beside the view. */
  isMessageShown: boolean
}

/** A result as it comes from a host, which may leave out its content. */
export type ToolResult = Partial<CallToolResult>

/** What the view shows now. */
export type Shown =
  | { type: 'waiting'; text: string }
  | { type: 'question'; question: AskedQuestion; answered?: ElicitAnswer; respond: Respond }
  | { type: 'result'; result: ToolResult }
  | { type: 'problem'; text: string; retry?: () => void }

interface Respond {
  answer(answer: ElicitAnswer): void
  /** The question cannot be shown; a host that asks then shows its own form. */
  fail(error: unknown): void
}

/** Milliseconds between two looks at a call that runs without a question. */
const PAUSE = 1_000

const NEVER = new AbortController().signal

export class ViewCall {
  readonly bridge: Bridge
  readonly #tool: string
  readonly #show: (shown: Shown) => void
  readonly #inTurn = createTurns()
  #claiming: Promise<void> = Promise.resolve()
  #isFollowing = false
  #isOver = false
  #hasAnswered = false
  #isHandedOver = false

  constructor(
    tool: string,
    line: Line,
    { show, onContext, onTeardown }: Pick<FromHost, 'onContext' | 'onTeardown'> & { show: (shown: Shown) => void },
  ) {
    this.#tool = tool
    this.#show = show
    this.bridge = new Bridge(line, {
      onContext,
      onTeardown: () => {
        this.#isOver = true
        onTeardown()
      },
      onInput: (args) => void this.#claim(args),
      onResult: (result) => void this.#end(result),
      onCancelled: () => this.#finish({ type: 'waiting', text: 'The call was cancelled.' }),
      onElicit: (params, signal) => this.#inTurn(signal, () => this.#ask(toAsked(params), signal)),
    })
  }

  connect(): Promise<void> {
    this.#show({ type: 'waiting', text: 'Loading…' })
    return this.bridge.connect(this.#tool)
  }

  /** Goes on with a call that waits for its view. The host gives the arguments, and no handle. */
  async #claim(args: Params): Promise<void> {
    if (!this.#canCall) return
    this.#claiming = this.#follow({ tool: this.#tool, arguments: args })
    await this.#claiming
  }

  async #end(result: Params): Promise<void> {
    const call = readHandle(result)
    if (call === undefined) return this.#finish({ type: 'result', result: result as ToolResult })
    this.#isHandedOver = true
    // The claim may still be under way, and find no call: then the handle is all that the view has.
    await this.#claiming
    if (this.#canCall) await this.#follow({ call })
    else this.#finish({ type: 'problem', text: 'This app cannot answer here. Please answer in the chat.' })
  }

  get #canCall(): boolean {
    return this.bridge.capabilities.serverTools !== undefined
  }

  async #follow(first: Params): Promise<void> {
    if (this.#isFollowing || this.#isOver) return
    this.#isFollowing = true
    let next = first
    try {
      while (!this.#isOver) {
        const state = await this.#continue(next)
        if (state.status === 'none' || this.#isOver) return
        if (state.status === 'done') return this.#complete(state.result)
        next = { call: state.call, ...(await this.#wait(state)) }
      }
    } catch (error) {
      if (this.#isOver) return
      const text = error instanceof Error ? error.message : String(error)
      this.#show({ type: 'problem', text, retry: () => void this.#follow(next) })
    } finally {
      this.#isFollowing = false
    }
  }

  /** Waits for an answer, or for the time of the next look. */
  async #wait(state: Exclude<CallState, { status: 'done' | 'none' }>): Promise<Params> {
    const question = state.status === 'running' ? undefined : state.questions[0]
    if (question === undefined) {
      this.#show({ type: 'waiting', text: ('message' in state && state.message) || 'Working…' })
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      return {}
    }
    const answer = await this.#inTurn(NEVER, () => this.#ask({ ...question, isMessageShown: false }, NEVER))
    this.#hasAnswered = true
    return { answers: { [question.id]: answer } }
  }

  async #continue(args: Params): Promise<CallState> {
    const { structuredContent, isError, content } = (await this.bridge.request('tools/call', {
      name: CONTINUE_CALL,
      arguments: args,
    })) as ToolResult
    if (isError || !isObject(structuredContent)) throw new Error(toText(content) || 'The server did not respond.')
    return structuredContent as unknown as CallState
  }

  #complete(result: ToolResult): void {
    this.#finish({ type: 'result', result })
    if (!this.#isHandedOver || !this.#hasAnswered) return
    const { content, structuredContent } = result
    const { updateModelContext, message } = this.bridge.capabilities
    const text = `I have answered in the view, and ${this.#tool} is done.`
    const told = [
      updateModelContext !== undefined &&
        this.bridge.request('ui/update-model-context', {
          content: content ?? [],
          ...(isObject(structuredContent) && { structuredContent }),
        }),
      message !== undefined && this.bridge.request('ui/message', { role: 'user', content: [{ type: 'text', text }] }),
    ]
    // A host may refuse both; the model can still read the result by itself.
    void Promise.allSettled(told)
  }

  #finish(shown: Shown): void {
    this.#isOver = true
    this.#show(shown)
  }

  /** Shows a question; resolves to the answer. */
  #ask(question: AskedQuestion, signal: AbortSignal): Promise<ElicitAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ElicitAnswer>()
    let isAnswered = false
    const respond: Respond = {
      answer: (answered) => {
        if (isAnswered) return
        isAnswered = true
        this.#show({ type: 'question', question, answered, respond })
        try {
          // A copy of an answer is an answer.
          resolve(toJson(answered, `the answer to "${question.key}"`) as unknown as ElicitAnswer)
        } catch (error) {
          reject(error)
        }
      },
      fail: reject,
    }
    signal.addEventListener('abort', () => {
      this.#show({ type: 'waiting', text: 'The question was withdrawn.' })
      reject(signal.reason)
    })
    this.#show({ type: 'question', question, respond })
    return promise
  }
}

/** Returns the question of an `elicitation/create`. */
function toAsked({ message, requestedSchema, _meta }: Params): AskedQuestion {
  const about = isObject(_meta) && isObject(_meta[ELICIT_META]) ? _meta[ELICIT_META] : {}
  const { key = '', context = {}, attempt = 1 } = about as Partial<Pick<ViewQuestion, 'key' | 'context' | 'attempt'>>
  return {
    id: key,
    key,
    message: String(message),
    context,
    schema: requestedSchema as JsonSchema,
    attempt,
    isMessageShown: true,
  }
}

/** Returns the handle in a result that is not final. ChatGPT gives the metadata of a result apart from it. */
function readHandle({ _meta }: Params): string | undefined {
  const { openai } = globalThis as { openai?: { toolResponseMetadata?: unknown } }
  for (const meta of [_meta, openai?.toolResponseMetadata]) {
    const state = isObject(meta) ? meta[CALL_META] : undefined
    if (isObject(state) && typeof state.call === 'string') return state.call
  }
  return undefined
}

export const toText = (content: ToolResult['content']): string =>
  (content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')

/** Returns what the tool returned: its structured content, or its text, which is JSON unless the tool returned a text. */
export function toValue({ structuredContent, content }: ToolResult): Json {
  // A result came as JSON.
  if (structuredContent !== undefined) return structuredContent as Json
  const text = toText(content)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

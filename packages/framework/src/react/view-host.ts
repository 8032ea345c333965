import { messageOf } from '../tools/describe.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject, type Json } from '../tools/json.ts'

/** The version of MCP Apps, which is not that of MCP. */
const PROTOCOL = '2026-01-26'

/** Milliseconds in which a view must have started. */
const START_TIME = 15_000

/** Messages of a view within a second, and characters of one, after which it is closed. */
const MAX_RATE = 100
const MAX_MESSAGE = 1_000_000

/** A tool's result as a view receives it. */
export interface ViewResult {
  content: readonly unknown[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: unknown
}

/** The context that a view receives from its host. */
export interface ViewContext {
  theme: 'light' | 'dark'
  /** CSS variables by the names of MCP Apps: `--color-background-primary`. */
  variables: Readonly<Record<string, string>>
  width: number
  maxHeight: number
}

/** The functions that a host performs for a view. Each rejects if it fails; the view receives the error's message. */
export interface ViewHandlers {
  onCallTool(name: string, args: Record<string, Json>): Promise<ViewResult>
  /** Resolves to whether the person agrees. */
  onMessage(text: string): Promise<boolean>
  /** Resolves to whether the person agrees. The URL is http or https. */
  onOpenLink(url: string): Promise<boolean>
  onNote(text: string): Promise<void>
  onHeight(height: number): void
  /** The view cannot be shown, or no longer; it is closed. */
  onFail(problem: string): void
}

type Message = Record<string, unknown>

/**
 * The host's side of MCP Apps: JSON-RPC over messages between windows, with a view in the sandbox.
 *
 * The view is another server's code. Only messages of its own window and of the sandbox's origin count; it is asked nothing
 * before it has started, and one that sends too much is closed.
 */
export class ViewHost {
  /** Resolves when the view has started, to whether it shows questions. */
  readonly started: Promise<{ asks: boolean }>
  readonly #frame: HTMLIFrameElement
  readonly #origin: string
  readonly #html: string
  readonly #handlers: ViewHandlers
  readonly #start = Promise.withResolvers<{ asks: boolean }>()
  readonly #replies = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #timer: ReturnType<typeof setTimeout>
  #context: ViewContext
  #asks = false
  #isInitialized = false
  #isClosed = false
  #count = 0
  #rate = { since: 0, messages: 0 }

  constructor(frame: HTMLIFrameElement, origin: string, html: string, context: ViewContext, handlers: ViewHandlers) {
    this.#frame = frame
    this.#origin = origin
    this.#html = html
    this.#context = context
    this.#handlers = handlers
    this.started = this.#start.promise
    this.started.catch(() => {})
    this.#timer = setTimeout(() => this.#fail('The view did not start in time.'), START_TIME)
    addEventListener('message', this.#receive)
  }

  /** Tells the view what has changed around it. */
  update(context: ViewContext): void {
    this.#context = context
    if (this.#isInitialized)
      this.#send({ method: 'ui/notifications/host-context-changed', params: this.#hostContext() })
  }

  /** Sends a notification once the view has started. */
  async notify(method: string, params: object): Promise<void> {
    await this.started
    this.#send({ method, params })
  }

  /** Resolves to the view's answer to a question with these params, or rejects if it gives none. */
  async ask(params: object): Promise<ElicitAnswer> {
    const { asks } = await this.started
    if (!asks) throw new Error('The view shows no questions.')
    return toAnswer(await this.#request('elicitation/create', params))
  }

  /** The view may store what it has; the frame can be removed at once. */
  close(): void {
    if (this.#isInitialized) void this.#request('ui/resource-teardown', {}).catch(() => {})
    this.#end('The view was closed.')
  }

  #end(problem: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#timer)
    removeEventListener('message', this.#receive)
    this.#start.reject(new Error(problem))
    for (const { reject } of this.#replies.values()) reject(new Error(problem))
    this.#replies.clear()
  }

  #fail(problem: string): void {
    if (this.#isClosed) return
    this.#end(problem)
    this.#handlers.onFail(problem)
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== this.#frame.contentWindow || source === null || origin !== this.#origin) return
    if (this.#isTooMuch(data)) return this.#fail('The view sent too many messages.')
    if (!isObject(data) || data.jsonrpc !== '2.0') return
    if (typeof data.method !== 'string') this.#settle(data)
    else if (data.id === undefined) this.#hear(data.method, isObject(data.params) ? data.params : {})
    else void this.#answer(data.id, data.method, isObject(data.params) ? data.params : {})
  }

  #isTooMuch(data: unknown): boolean {
    const now = performance.now()
    if (now - this.#rate.since > 1_000) this.#rate = { since: now, messages: 0 }
    if (++this.#rate.messages > MAX_RATE) return true
    try {
      return (JSON.stringify(data)?.length ?? 0) > MAX_MESSAGE
    } catch {
      return true
    }
  }

  #settle({ id, result, error }: Message): void {
    const reply = typeof id === 'number' ? this.#replies.get(id) : undefined
    if (reply === undefined) return
    // The first answer counts.
    this.#replies.delete(id as number)
    if (error === undefined) reply.resolve(result)
    else reply.reject(new Error('The view refused.'))
  }

  #hear(method: string, params: Message): void {
    switch (method) {
      case 'ui/notifications/sandbox-proxy-ready':
        this.#send({ method: 'ui/notifications/sandbox-resource-ready', params: { html: this.#html } })
        break
      case 'ui/notifications/initialized':
        clearTimeout(this.#timer)
        this.#isInitialized = true
        this.#start.resolve({ asks: this.#asks })
        break
      case 'ui/notifications/size-changed':
        if (typeof params.height === 'number' && Number.isFinite(params.height)) this.#handlers.onHeight(params.height)
    }
  }

  async #answer(id: unknown, method: string, params: Message): Promise<void> {
    try {
      const result = await this.#perform(method, params)
      if (result === undefined) this.#send({ id, error: { code: -32601, message: `This host has no ${method}.` } })
      else this.#send({ id, result })
    } catch (error) {
      this.#send({ id, error: { code: -32000, message: messageOf(error) } })
    }
  }

  /** Resolves to the result of a request of the view, or to `undefined` if there is no such method. */
  async #perform(method: string, params: Message): Promise<object | undefined> {
    if (method === 'ui/initialize') return this.#initialize(params)
    if (method === 'ping') return {}
    if (!this.#isInitialized) throw new Error('The view has not said that it is initialized.')
    switch (method) {
      case 'tools/call':
        return this.#handlers.onCallTool(String(params.name), (params.arguments ?? {}) as Record<string, Json>)
      case 'ui/update-model-context':
        await this.#handlers.onNote(toNote(params))
        return {}
      case 'ui/message':
        return toVerdict(await this.#handlers.onMessage(toText(params.content)))
      case 'ui/open-link':
        return toVerdict(await this.#handlers.onOpenLink(readLink(params.url)))
      case 'ui/request-display-mode':
        return { mode: 'inline' }
    }
    return undefined
  }

  #initialize({ appCapabilities }: Message): object {
    this.#asks = isObject(appCapabilities) && isObject(appCapabilities.elicitation)
    return {
      protocolVersion: PROTOCOL,
      hostInfo: { name: 'sweatpants', version: '0.1.0' },
      hostCapabilities: {
        serverTools: {},
        updateModelContext: { text: {}, structuredContent: {} },
        message: { text: {} },
        openLinks: {},
        elicitation: {},
      },
      hostContext: this.#hostContext(),
    }
  }

  #hostContext(): object {
    const { theme, variables, width, maxHeight } = this.#context
    return {
      theme,
      styles: { variables },
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      containerDimensions: { width, maxHeight },
      platform: 'web',
    }
  }

  #request(method: string, params: object): Promise<unknown> {
    const id = ++this.#count
    const reply = Promise.withResolvers<unknown>()
    this.#replies.set(id, reply)
    this.#send({ id, method, params })
    return reply.promise
  }

  #send(message: Message): void {
    if (!this.#isClosed) this.#frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, this.#origin)
  }
}

const toVerdict = (agreed: boolean): object => (agreed ? {} : { isError: true })

function readLink(url: unknown): string {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') throw new Error('A link is an http or https URL.')
  return parsed.href
}

/** Returns the text of content blocks: of an array, as hosts have it, or of the one block that the specification shows. */
const toText = (content: unknown): string =>
  (Array.isArray(content) ? content : [content])
    .flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : []))
    .join('\n')

/** The model gets the data only where there are no words for it. */
const toNote = ({ content, structuredContent }: Message): string =>
  toText(content ?? []) || (structuredContent === undefined ? '' : JSON.stringify(structuredContent))

function toAnswer(result: unknown): ElicitAnswer {
  const { action, content } = isObject(result) ? result : {}
  if (action === 'accept') return { action, content }
  if (action === 'decline' || action === 'cancel') return { action }
  throw new Error('The view gave no answer.')
}

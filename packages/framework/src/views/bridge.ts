/**
 * The view's end of MCP Apps: JSON-RPC with the host that shows the view, over `postMessage`. Written by hand, because the SDK
 * of the extension is fifty times the size.
 */
import { isObject } from '../tools/json.ts'

const PROTOCOL_VERSION = '2026-01-26'

export type Params = Record<string, unknown>

/** How messages reach the host. */
export interface Line {
  post(message: object): void
  listen(receive: (message: unknown) => void): void
}

export interface HostContext {
  theme?: 'light' | 'dark'
  styles?: { variables?: Readonly<Record<string, string | undefined>> }
  /** `height` is fixed; without it the view says how high it is. */
  containerDimensions?: { height?: number; maxHeight?: number; width?: number; maxWidth?: number }
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number }
}

/** Callbacks for the messages of the host. A request resolves to its result. */
export interface FromHost {
  onContext(context: HostContext): void
  onInput(args: Params): void
  onResult(result: Params): void
  onCancelled(): void
  onElicit(params: Params, signal: AbortSignal): Promise<Params>
  onTeardown(): void
}

/** The host refused a request of the view. */
class HostError extends Error {
  override name = 'HostError'
}

type Id = string | number
type Settle = (message: Params) => void

export class Bridge {
  /** The capabilities of the host; empty before `connect` has resolved. */
  capabilities: Params = {}
  readonly #line: Line
  readonly #from: FromHost
  readonly #waiting = new Map<unknown, Settle>()
  readonly #asked = new Map<unknown, AbortController>()
  #ids = 0

  constructor(line: Line, from: FromHost) {
    this.#line = line
    this.#from = from
  }

  /** Listens from the first moment: a host may send the result together with its reply. */
  async connect(name: string): Promise<void> {
    this.#line.listen((message) => this.#receive(message))
    const reply = await this.request('ui/initialize', {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name, version: '1' },
      appCapabilities: { elicitation: {}, availableDisplayModes: ['inline'] },
    })
    if (isObject(reply.hostCapabilities)) this.capabilities = reply.hostCapabilities
    if (isObject(reply.hostContext)) this.#from.onContext(reply.hostContext)
    this.notify('ui/notifications/initialized', {})
  }

  request(method: string, params: Params): Promise<Params> {
    const id = ++this.#ids
    const { promise, resolve, reject } = Promise.withResolvers<Params>()
    this.#waiting.set(id, ({ result, error }) => {
      if (error === undefined) resolve(isObject(result) ? result : {})
      else reject(new HostError(isObject(error) ? String(error.message) : String(error)))
    })
    this.#send({ id, method, params })
    return promise
  }

  notify(method: string, params: Params): void {
    this.#send({ method, params })
  }

  #send(message: Params): void {
    this.#line.post({ jsonrpc: '2.0', ...message })
  }

  #receive(message: unknown): void {
    if (!isObject(message) || message.jsonrpc !== '2.0') return
    const { id, method } = message
    if (typeof method !== 'string') {
      this.#waiting.get(id)?.(message)
      this.#waiting.delete(id)
      return
    }
    const params = isObject(message.params) ? message.params : {}
    if (id === undefined) this.#hear(method, params)
    else void this.#answer(id as Id, method, params)
  }

  #hear(method: string, params: Params): void {
    switch (method) {
      case 'ui/notifications/tool-input':
        return this.#from.onInput(isObject(params.arguments) ? params.arguments : {})
      case 'ui/notifications/tool-result':
        return this.#from.onResult(params)
      case 'ui/notifications/tool-cancelled':
        return this.#from.onCancelled()
      case 'ui/notifications/host-context-changed':
        return this.#from.onContext(params)
      case 'notifications/cancelled':
        return this.#asked.get(params.requestId)?.abort(new Error('the question was withdrawn'))
    }
  }

  async #answer(id: Id, method: string, params: Params): Promise<void> {
    try {
      this.#send({ id, result: await this.#perform(id, method, params) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.#send({ id, error: { code: error instanceof UnknownMethod ? -32601 : -32603, message } })
    }
  }

  async #perform(id: Id, method: string, params: Params): Promise<Params> {
    switch (method) {
      case 'ping':
        return {}
      case 'ui/resource-teardown':
        this.#from.onTeardown()
        return {}
      case 'elicitation/create': {
        const abort = new AbortController()
        this.#asked.set(id, abort)
        return this.#from.onElicit(params, abort.signal).finally(() => this.#asked.delete(id))
      }
      default:
        throw new UnknownMethod(`a view has no method ${method}`)
    }
  }
}

class UnknownMethod extends Error {}

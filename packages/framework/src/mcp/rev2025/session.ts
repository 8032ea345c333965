import type { Server, ServerContext, Transport } from '@modelcontextprotocol/server'
import type { EventHub, ServerEvent } from '../events.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { RequestId, RequestMessage } from './message.ts'
import type { Call, Method } from './methods.ts'
import { SESSION_VERSIONS } from './versions.ts'

/** The official SDK, loaded by the first client that needs it. */
export type Sdk = typeof import('@modelcontextprotocol/server')

/** Takes a session's messages to its client and back. */
export interface SessionTransport extends Transport {
  /** A cancelled request is over: it is not answered. */
  abandon(id: RequestId): void
  close(reason?: string): Promise<void>
}

export interface SessionParts {
  info: { name: string; version: string; instructions?: string }
  methods: ReadonlyMap<string, Method>
  events: EventHub
  onError(error: unknown): void
}

const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
}

/** One client that has initialized, or is about to: its protocol state, its running calls, what it watches. */
export class Session {
  readonly #server: Server
  readonly #transport: SessionTransport
  readonly #parts: SessionParts
  readonly #principal: string | undefined
  readonly #watched = new Set<string>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #stopListening: () => void

  constructor(sdk: Sdk, parts: SessionParts, transport: SessionTransport, principal: string | undefined) {
    this.#parts = parts
    this.#transport = transport
    this.#principal = principal
    const { name, version, instructions } = parts.info
    this.#server = new sdk.Server(
      { name, version },
      {
        capabilities: CAPABILITIES,
        supportedProtocolVersions: SESSION_VERSIONS,
        ...(instructions !== undefined && { instructions }),
      },
    )
    this.#server.onerror = (error) => {
      // All else that the SDK reports is a mistake of the client, or bad luck: an answer to a question that was withdrawn.
      if (error.message.startsWith('Failed to')) parts.onError(error)
    }
    // Our methods check their own params, and say what is wrong with them.
    this.#server.fallbackRequestHandler = (request, context) => this.#track(this.#answer(request, context.mcpReq))
    this.#stopListening = parts.events.subscribe((event) => this.#tell(event))
  }

  connect(): Promise<void> {
    return this.#server.connect(this.#transport)
  }

  /** Halts its calls; comes when they are over. */
  async close(reason?: string): Promise<void> {
    this.#stopListening()
    await this.#transport.close(reason)
    await Promise.allSettled(this.#running)
  }

  async #answer({ id, method, params }: RequestMessage, context: ServerContext['mcpReq']) {
    const call: Call = { context, server: this.#server, principal: this.#principal, watched: this.#watched }
    try {
      const answer = this.#parts.methods.get(method)
      if (answer === undefined) throw new ProtocolError(ErrorCode.methodNotFound, `there is no method ${method}`)
      return await answer(params ?? {}, call)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      this.#parts.onError(error)
      throw new ProtocolError(ErrorCode.internal, 'internal error')
    } finally {
      if (context.signal.aborted) this.#transport.abandon(id)
    }
  }

  #track<T>(running: Promise<T>): Promise<T> {
    this.#running.add(running)
    const forget = () => this.#running.delete(running)
    running.then(forget, forget)
    return running
  }

  #tell(event: ServerEvent): void {
    const notification = toNotification(event)
    if (notification === undefined || this.#server.getNegotiatedProtocolVersion() === undefined) return
    if (event.type === 'resource_updated' && !this.#watched.has(event.uri)) return
    this.#transport.send({ jsonrpc: '2.0', ...notification }).catch(this.#parts.onError)
  }
}

function toNotification(event: ServerEvent): { method: string; params?: { uri: string } } | undefined {
  switch (event.type) {
    case 'tools_changed':
      return { method: 'notifications/tools/list_changed' }
    case 'prompts_changed':
      return { method: 'notifications/prompts/list_changed' }
    case 'resources_changed':
      return { method: 'notifications/resources/list_changed' }
    case 'resource_updated':
      return { method: 'notifications/resources/updated', params: { uri: event.uri } }
    default:
      return undefined
  }
}

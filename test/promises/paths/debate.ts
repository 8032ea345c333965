import { setTimeout as delay } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { McpTool } from '@sweatpants/framework'
import type { World } from '../../mcp/world.ts'
import { toKeyMeta } from '../path.ts'
import { type Servers, startServers } from '../servers.ts'

/** The parts of a reply that tests look at. */
export interface Reply {
  sessionId: string
  status: string
  agentResponses: { agentId: string }[]
  contextRequests: { id: string }[]
  ignoredContextResults: { requestId: string; reason: string }[]
}

/** The parts of a session that tests look at. */
export interface Overview {
  sessionId: string
  status: string
  nextStep: string
  rounds: { stage?: string; heard: string[]; endedAt?: string }[]
}

/** What a seat reads of a tool that it has used. */
export interface ToolReply {
  success: boolean
  data?: unknown
  error?: string
}

interface CallOptions {
  signal?: AbortSignal
  onProgress?: (progress: number) => void
  /** Names the request. */
  key?: string
}

export interface DebateOptions {
  world: World
  /** Tools that the seats can use, of servers within this process. */
  tools?: readonly McpTool[]
  /** `processes`: each server is a process of its own. */
  servers: 'local' | 'processes'
  /** Milliseconds after which a server within this process counts as dead if it is killed. */
  leaseTtl?: number
}

/** A caller of the roundtable: the official client, at the tools of the server. */
export class DebateStage implements AsyncDisposable {
  readonly servers: Servers
  readonly #client: Client

  constructor(servers: Servers, client: Client) {
    this.servers = servers
    this.#client = client
  }

  static async open({ world, tools = [], servers: where, leaseTtl }: DebateOptions): Promise<DebateStage> {
    const options =
      where === 'local'
        ? { tools, world: world.url, ...(leaseTtl !== undefined && { leaseTtl }) }
        : { errands: [], world }
    const servers = await startServers('debate', options)
    const client = new Client(
      { name: 'caller', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    await client.connect(new StreamableHTTPClientTransport(new URL(servers.url), { fetch: servers.fetch }))
    return new DebateStage(servers, client)
  }

  /** Runs the first round of a debate. */
  start(options?: CallOptions): Promise<Reply> {
    return this.#call('start_roundtable', { topic: 'Tea?', question: { kind: 'open' }, rounds: 2 }, options)
  }

  continue(sessionId: string, contextResults: object[]): Promise<Reply> {
    return this.#call('continue_roundtable', { sessionId, contextResults })
  }

  pause(sessionId: string): Promise<Reply> {
    return this.#call('control_session', { sessionId, action: 'pause' })
  }

  /** Runs a round in which `ada` uses every tool, and resolves to what the tools returned to the seat, by their names. */
  async use(): Promise<Record<string, ToolReply>> {
    return this.usesOf(await this.start())
  }

  async usesOf({ sessionId }: { sessionId: string }): Promise<Record<string, ToolReply>> {
    const detail = await this.#call<{ toolUses: { name: string; result: ToolReply }[] }>('get_response_detail', {
      sessionId,
      agentId: 'ada',
    })
    return Object.fromEntries(detail.toolUses.map(({ name, result }) => [name, result]))
  }

  /** Resolves to the only debate, once it is as wanted. */
  async until(wanted: (session: Overview) => boolean): Promise<Overview> {
    for (;;) {
      const { sessions } = await this.#call<{ sessions: { id: string }[] }>('list_sessions', {})
      const session = await this.#call<Overview>('get_session', { sessionId: sessions[0]!.id })
      if (wanted(session)) return session
      await delay(20)
    }
  }

  async tools() {
    return (await this.#client.listTools()).tools
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close()
    await this.servers[Symbol.asyncDispose]()
  }

  async #call<T = Reply>(name: string, args: object, { signal, onProgress, key }: CallOptions = {}): Promise<T> {
    const { structuredContent, isError, content } = await this.#client.callTool(
      { name, arguments: { ...args }, ...toKeyMeta(key) },
      {
        ...(signal !== undefined && { signal }),
        ...(onProgress !== undefined && { onprogress: ({ progress }) => onProgress(progress) }),
      },
    )
    if (isError) throw new Error(JSON.stringify(content))
    // The client has compared it with the schema that the server lists.
    return structuredContent as T
  }
}

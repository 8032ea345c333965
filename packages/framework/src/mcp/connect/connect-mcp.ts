import type { Model } from '../../models/model.ts'
import type { Capabilities } from '../../tools/journal.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { CommandAddress, UrlAddress } from './transport.ts'

export type ConnectOptions = (CommandAddress | UrlAddress) & {
  /** How errors name the server; what it calls itself when absent. */
  name?: string
  /** Answers the server's samples. Without it, the run that calls the tool is asked. */
  model?: Model
  /**
   * What the runs that call these tools can do. A 2025 server is told once, when we connect; a 2026 server is told with each
   * call, by what that run can do. Default: elicitation, and sampling where there is a model.
   */
  capabilities?: Partial<Omit<Capabilities, 'tasks'>>
  /** Told of what goes wrong outside any call, and of tools that cannot be used. Default: standard error. */
  onError?: (error: unknown) => void
}

/** Another server's tools, for as long as we are connected to it. */
export interface HostedServer extends AsyncDisposable {
  readonly name: string
  readonly version: string
  /** `rev2026` from 2026-07-28 on. */
  readonly era: 'modern' | 'legacy'
  readonly instructions: string | undefined
  /** As they are now. */
  readonly tools: readonly McpTool[]
  /** Returns how to stop. */
  onToolsChanged(listener: (tools: readonly McpTool[]) => void): () => void
  close(): Promise<void>
}

/** Connects to an MCP server of either revision, and presents its tools as tools of ours.
 *
 * ```ts
 * await using files = await connectMcp({ command: 'npx', args: ['-y', 'some-mcp-server'] })
 * const result = await runTool(files.tools[0]!, { path: '/tmp' }, { peer })
 * ```
 */
export async function connectMcp(options: ConnectOptions): Promise<HostedServer> {
  // The official client is loaded by who hosts a server; who only serves does not wait for it.
  const { connect } = await import('./connect.ts')
  return connect(options)
}

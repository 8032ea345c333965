import type { Model } from '../../models/model.ts'
import type { Capabilities } from '../../tools/journal.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { McpPrompt } from '../core/prompt.ts'
import type { McpResource } from '../core/resource.ts'
import type { McpSkill } from '../core/skill.ts'
import type { CommandAddress, UrlAddress } from './address.ts'
import type { HostedLimits } from './limits.ts'

export type ConnectOptions = (CommandAddress | UrlAddress) & {
  /** How errors name the server; its own name when absent. */
  name?: string
  /** Answers the server's samples. Without it, the run that calls the tool is asked. */
  model?: Model
  /**
   * What the runs that call these tools can do. A 2025 server is told once, when we connect; a 2026 server is told with each
   * call what that run can do. Default: elicitation, and sampling if there is a model.
   */
  capabilities?: Partial<Omit<Capabilities, 'tasks'>>
  /**
   * Whether the host shows views of the server (MCP Apps), also in place of the forms of its questions. The views are read
   * through `tool.app`. Default false: the server is not told of it.
   */
  apps?: boolean
  /** How much the server may send. */
  limits?: HostedLimits
  /**
   * Runs each request of a call, which is in flight until the promise settles: for a host that records in its store what was
   * in flight when it died. Default: runs it at once.
   */
  inFlight?: <T>(request: () => Promise<T>) => Promise<T>
  /**
   * Whether a server that was lost is connected to again by itself: when a tool is called, and after a pause that grows. A
   * command is started again at most five times in ten minutes. Default true.
   */
  reconnect?: boolean
  /** Receives errors outside any call, and those of tools that cannot be used. Default: standard error. */
  onError?: (error: unknown) => void
}

/** A tool that the server has and that is not used, such as one whose schema is too large. */
export interface RefusedTool {
  readonly name: string
  readonly reason: string
}

/** The prompts and resources of another server, as ours. */
export interface HostedOffer {
  prompts: McpPrompt[]
  resources: McpResource[]
}

/** A skill of a server: instructions for a model, and files that they refer to. */
export interface HostedSkill {
  readonly uri: string
  readonly name: string
  readonly description: string
  /** The front matter of its instructions, and the paths of its files, as the server lists them. */
  readonly frontmatter: McpSkill['frontmatter']
  readonly files: readonly string[]
  /**
   * Reads a file of the skill, by default its instructions. Nothing is read before. Rejects if the file is not the one that
   * the server listed: by size, digest or front matter.
   */
  read(file?: string): Promise<Uint8Array>
}

/** Another server and its tools, while we are connected to it. */
export interface HostedServer extends AsyncDisposable {
  readonly name: string
  readonly version: string
  /** `rev2025` for 2025-11-25 and before, `rev2026` from 2026-07-28 on. */
  readonly revision: 'rev2025' | 'rev2026'
  readonly instructions: string | undefined
  /** Whether there is a session; if not, the next call opens one. */
  readonly isConnected: boolean
  /** The tools that the server has now, with those that only its views may call; `tool.app.visibility` says which they are. */
  readonly tools: readonly McpTool[]
  /** The tools of the server that cannot be used. */
  readonly refused: readonly RefusedTool[]
  /** Lists the skills of the server (SEP-2640). */
  skills(): Promise<readonly HostedSkill[]>
  /** Reads the prompts and resources of the server, so that they can be served again. */
  offer(): Promise<HostedOffer>
  /** Called when the prompts or the resources of the server have changed. Returns a function that removes the listener. */
  onOfferChanged(listener: () => void): () => void
  /** Returns a function that removes the listener. */
  onToolsChanged(listener: (tools: readonly McpTool[]) => void): () => void
  close(): Promise<void>
}

/** Connects to an MCP server of either revision, and returns its tools as tools of ours.
 *
 * ```ts
 * await using files = await connectMcp({ command: 'npx', args: ['-y', 'some-mcp-server'] })
 * const result = await runTool(files.tools[0]!, { path: '/tmp' }, { peer })
 * ```
 */
export async function connectMcp(options: ConnectOptions): Promise<HostedServer> {
  // The official client is loaded here, so that programs which only serve tools start without it.
  const { connect } = await import('./connect.ts')
  return connect(options)
}

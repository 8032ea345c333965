import type { Json } from './json.ts'
import type { McpTool } from './tool.ts'

/** How the views of a server use a tool of it, and the view that shows the tool's calls (MCP Apps). */
export interface HostedApp {
  /** The name of the tool at its server, by which views call it. */
  readonly name: string
  /** The `ui://` address of the view that shows its calls. */
  readonly view: string | undefined
  /** Who may call it. */
  readonly visibility: readonly ('model' | 'app')[]
  /** One object for all tools of a server. */
  readonly server: ViewSource
}

/** Where the views of a server are read. */
export interface ViewSource {
  /** Resolves to a view. The caller passes an address that a tool or a question of the server has named, and no other. */
  readView(uri: string): Promise<HostedView>
}

/** A page of another server. It is shown in a sandbox, and only there. */
export interface HostedView {
  readonly html: string
  /** What it asks to reach. Without it, nothing. */
  readonly policy: ViewPolicy
  /** Whether the page looks better with a border, if the server says so. */
  readonly prefersBorder?: boolean
}

/** Origins that a view may reach, such as `https://*.example.com`. */
export interface ViewPolicy {
  /** For requests of its script. */
  readonly connect: readonly string[]
  /** For scripts, styles, images, fonts and media. */
  readonly resources: readonly string[]
  /** For frames in it. */
  readonly frames: readonly string[]
}

/** An origin of the web, with a wildcard at most for its first label. It cannot end a directive of a policy or begin another. */
const ORIGIN = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i

/** Whether a view may be given this to reach. */
export const isViewOrigin = (origin: unknown): origin is string => typeof origin === 'string' && ORIGIN.test(origin)

/** How a question of a hosted server is shown by a view of that server, where the host shows views. */
export interface QuestionApp {
  /** The `ui://` address of the view. */
  readonly view: string
  /** The `_meta` of the question, which the view receives unchanged. */
  readonly meta: Readonly<Record<string, Json>>
}

/** Whether a model may call the tool. Views of a server have tools of their own, which no model is told about. */
export const isForModel = ({ app }: Pick<McpTool, 'app'>): boolean => app?.visibility.includes('model') ?? true

/** Returns the tool that a view of another tool calls by its name, or `undefined` if the view may not call it. */
export const findForView = (tools: readonly McpTool[], shown: McpTool, name: string): McpTool | undefined =>
  tools.find(({ app }) => app?.server === shown.app?.server && app?.name === name && app.visibility.includes('app'))

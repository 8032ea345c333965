import type { ResourceContents } from '../../tools/content.ts'
import { type Tiering, VIEW_TYPE } from './tier.ts'

/** The page of a tool's view: one HTML document that shows the tool's questions and its result. */
export interface View {
  html: string
  /** Changes with the document. */
  hash: string
}

/** Where a server reads the views of its tools. */
export interface Views {
  /** Resolves to the current view of a tool, or `undefined` if it has none. */
  read(tool: string): Promise<View | undefined>
}

export interface ToolViewsOptions extends Tiering {
  /** The name of the server. */
  server: string
  from: Views
  /** The names of clients that hide app-only tools from their model. Their calls wait for a view. */
  hosts: readonly string[]
  /** Milliseconds for which a call waits for a view to appear. */
  presence: number
  onError: (error: unknown) => void
}

/** The views of a server's tools as resources: `ui://<server>/<tool>/<hash>`. Any hash serves the current document. */
export class ToolViews {
  readonly tiering: Tiering
  readonly hosts: ReadonlySet<string>
  readonly presence: number
  readonly #from: Views
  readonly #base: string
  readonly #onError: (error: unknown) => void

  constructor({ server, from, hosts, presence, assume, onError }: ToolViewsOptions) {
    this.tiering = { assume }
    this.hosts = new Set(hosts)
    this.presence = presence
    this.#from = from
    // Hosts parse the URI, and refuse one without a host.
    this.#base = `ui://${server.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, '-')}/`
    this.#onError = onError
  }

  /** Resolves to the URI of a tool's view, or `undefined` if it has none. */
  async uriOf(tool: string): Promise<string | undefined> {
    const view = await this.#find(tool)
    return view && `${this.#base}${tool}/${view.hash}`
  }

  /** Resolves to the view that a URI names, or `undefined`. */
  async read(uri: string): Promise<ResourceContents | undefined> {
    if (!this.isView(uri)) return undefined
    const [tool] = uri.slice(this.#base.length).split('/') as [string]
    const view = await this.#find(tool)
    // Without domains the view reaches nothing but its host.
    return view && { uri, mimeType: VIEW_TYPE, text: view.html, _meta: { ui: { csp: {} } } }
  }

  /** Whether a URI has the form of a view's. */
  isView(uri: string): boolean {
    return uri.startsWith(this.#base) && /^[\w.-]{1,128}\/[\w.-]{1,128}$/.test(uri.slice(this.#base.length))
  }

  /** A view that cannot be read is reported, and its tool is served without it. */
  async #find(tool: string): Promise<View | undefined> {
    try {
      return await this.#from.read(tool)
    } catch (error) {
      this.#onError(error)
      return undefined
    }
  }
}

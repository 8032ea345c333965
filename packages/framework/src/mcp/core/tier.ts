import { isObject } from '../../tools/json.ts'
import { type ClientCapabilities, canElicit } from './client-capabilities.ts'

/** The extension by which clients and servers say that they know MCP Apps. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'

/** The media type of a view. */
export const VIEW_TYPE = 'text/html;profile=mcp-app'

/**
 * How the questions of a call are shown. `question-view`: the host shows the view of the tool in place of its own form.
 * `tool-view`: the host cannot ask, but shows the view of the tool beside the call, and the view answers. `form`: the host asks
 * with its own form. `words`: the host can neither ask nor show a view.
 */
export type Tier = 'question-view' | 'tool-view' | 'form' | 'words'

/** What a server does for clients that show views. */
export interface Tiering {
  /** Whether a client that declares no extension is taken for one that shows views. */
  readonly assume: boolean
}

/** Returns the tier of a client's calls. Without `tiering` the server has no views. */
export function toTier(client: ClientCapabilities, tiering: Tiering | undefined): Tier {
  if (canElicit(client)) {
    // A bare `elicitation: {}` is not enough here: hosts ignore the view then.
    const hasForms = client.elicitation?.form !== undefined
    return tiering && hasForms && canShow(client) && uiOf(client)?.elicitation !== undefined ? 'question-view' : 'form'
  }
  const isAssumed = tiering?.assume === true && uiOf(client) === undefined
  return tiering && (canShow(client) || isAssumed) ? 'tool-view' : 'words'
}

/** Whether a client declares that it shows views. */
export function canShow(client: ClientCapabilities): boolean {
  const { mimeTypes } = uiOf(client) ?? {}
  return Array.isArray(mimeTypes) && mimeTypes.includes(VIEW_TYPE)
}

function uiOf({ extensions }: ClientCapabilities): Record<string, unknown> | undefined {
  const ui: unknown = extensions?.[UI_EXTENSION]
  return isObject(ui) ? ui : undefined
}

import type { ResourceContents } from '../../tools/content.ts'
import type { Icon } from '../../tools/tool.ts'

interface Described {
  /**
   * Called when a client subscribes to the resource: tells of its changes with `changed`, until the function that it returns is
   * called. Without it, `server.notify.resourceUpdated` tells of them.
   */
  watch?(uri: string, changed: () => void): () => void
  name: string
  title?: string
  description?: string
  mimeType?: string
  icons?: readonly Icon[]
  /** Whom it is for, how important it is from 0 to 1, and when it changed (ISO 8601). */
  annotations?: { audience?: readonly ('user' | 'assistant')[]; priority?: number; lastModified?: string }
  _meta?: Readonly<Record<string, unknown>>
}

type Read = string | Uint8Array | ResourceContents | ResourceContents[]

/** A resource with a fixed URI. */
export interface FixedResource extends Described {
  uri: string
  /** Bytes of its contents, where that is known. */
  size?: number
  read(uri: string): Read | Promise<Read>
}

/** Resources whose URIs match a template with simple variables, as in `test://{id}/data`. */
export interface TemplateResource extends Described {
  uriTemplate: string
  read(uri: string, variables: Readonly<Record<string, string>>): Read | Promise<Read>
  /** Suggestions for each variable, from what was typed and from the variables that are chosen already. */
  complete?: Readonly<
    Record<
      string,
      (value: string, given: Readonly<Record<string, string>>) => readonly string[] | Promise<readonly string[]>
    >
  >
}

export type McpResource = FixedResource | TemplateResource

/** Returns what was read in the form of the protocol: text as text, bytes as base64. */
export function toContents(read: Read, uri: string, mimeType: string | undefined): ResourceContents[] {
  if (Array.isArray(read)) return read
  const described = { uri, ...(mimeType !== undefined && { mimeType }) }
  if (typeof read === 'string') return [{ ...described, text: read }]
  if (read instanceof Uint8Array) return [{ ...described, blob: Buffer.from(read).toString('base64') }]
  return [read]
}

/**
 * Returns the variables of a URI that matches a template, or `undefined`. A variable has at least one character and no slash, and
 * ends where the text after it occurs first. The work is linear in the URI; the SDK's `UriTemplate` backtracks.
 */
export function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  // Text and names of variables in turn: the first and the last are texts.
  const parts = template.split(/\{(\w+)\}/)
  const [start, ...rest] = parts as [string, ...string[]]
  if (!uri.startsWith(start)) return undefined
  const variables: [name: string, value: string][] = []
  let at = start.length
  for (let i = 0; i < rest.length; i += 2) {
    const [name, text] = [rest[i]!, rest[i + 1]!]
    const isLast = i + 2 === rest.length
    const end = isLast ? uri.length - text.length : uri.indexOf(text, at + 1)
    const value = uri.slice(at, end)
    if (end <= at || value.includes('/') || !uri.startsWith(text, end)) return undefined
    variables.push([name, value])
    at = end + text.length
  }
  return at === uri.length ? decode(variables) : undefined
}

function decode(variables: readonly [name: string, value: string][]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(variables.map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    // A stray "%": no resource has this URI.
    return undefined
  }
}

import type { ResourceContents } from '../tools/content.ts'

interface Described {
  name: string
  title?: string
  description?: string
  mimeType?: string
}

type Read = string | Uint8Array | ResourceContents | ResourceContents[]

/** A resource at a fixed address. */
export interface FixedResource extends Described {
  uri: string
  read(uri: string): Read | Promise<Read>
}

/** Resources by a template with simple variables, `test://{id}/data`. */
export interface TemplateResource extends Described {
  uriTemplate: string
  read(uri: string, variables: Readonly<Record<string, string>>): Read | Promise<Read>
  complete?: Readonly<Record<string, (value: string) => readonly string[] | Promise<readonly string[]>>>
}

export type McpResource = FixedResource | TemplateResource

/** What was read, as it goes over the wire: text as text, bytes as base64. */
export function toContents(read: Read, uri: string, mimeType: string | undefined): ResourceContents[] {
  if (Array.isArray(read)) return read
  const described = { uri, ...(mimeType !== undefined && { mimeType }) }
  if (typeof read === 'string') return [{ ...described, text: read }]
  if (read instanceof Uint8Array) return [{ ...described, blob: Buffer.from(read).toString('base64') }]
  return [read]
}

/** The variables of an address that fits a template; undefined when it does not. */
export function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(name)
      return '([^/]+)'
    })
    .join('')
  const found = new RegExp(`^${pattern}$`).exec(uri)
  if (found === null) return undefined
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]))
  } catch {
    // A stray "%": an address that no resource has.
    return undefined
  }
}

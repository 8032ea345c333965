import type { Guarded } from '../../http/auth.ts'
import { isObject } from '../../tools/json.ts'
import type { Catalog } from './catalog.ts'
import { readCallHandle, toOwnTools } from './in-words.ts'

/** Returns the tools, prompts and resources that a request names. A request about a task or an open question names none. */
export function readGuarded(message: unknown, catalog: Pick<Catalog, 'nameResource' | 'inWords'>): Guarded[] {
  if (!isObject(message) || !isObject(message.params)) return []
  const { name, uri, ref, notifications } = message.params
  const toResource = (given: unknown): Guarded[] => named('resource', given, (text) => catalog.nameResource(text))
  switch (message.method) {
    case 'tools/call':
      return [...named('tool', name), ...readContinuedTool(catalog, name, message.params.arguments)]
    case 'prompts/get':
      return named('prompt', name)
    case 'resources/read':
    case 'resources/subscribe':
      return toResource(uri)
    case 'completion/complete':
      if (!isObject(ref)) return []
      return ref.type === 'ref/prompt' ? named('prompt', ref.name) : toResource(ref.uri)
    case 'subscriptions/listen': {
      const uris = isObject(notifications) ? notifications.resourceSubscriptions : undefined
      return Array.isArray(uris) ? uris.flatMap(toResource) : []
    }
    default:
      return []
  }
}

/** The scopes of a tool also guard going on with its calls. */
function readContinuedTool({ inWords }: Pick<Catalog, 'inWords'>, name: unknown, args: unknown): Guarded[] {
  const isOwn = inWords !== undefined && toOwnTools(inWords).some((tool) => tool.name === name)
  if (!isOwn || !isObject(args)) return []
  // A view that has no handle yet names the tool.
  return named('tool', readCallHandle(args.call)?.tool ?? args.tool)
}

/** A value that is not a string names nothing, and its request is refused for that. */
const named = (type: Guarded['type'], name: unknown, toName = (text: string) => text): Guarded[] =>
  typeof name === 'string' ? [{ type, name: toName(name) }] : []

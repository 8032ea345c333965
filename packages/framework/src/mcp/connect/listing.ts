import type { Client, SpecTypeName, SpecTypes, StandardSchemaV1 } from '@modelcontextprotocol/client'
import { specTypeSchemas } from '@modelcontextprotocol/client'
import { SweatpantsError } from '../../tools/errors.ts'
import { isObject } from '../../tools/json.ts'
import { HostedLimitError, HostedToolError } from './errors.ts'
import { toPlainText } from './limits.ts'
import { requestRaw } from './task-transport.ts'

/** Milliseconds that a server has to answer a request that belongs to no call. */
export const LIST_TIMEOUT_MS = 30_000

const METHODS = {
  tools: 'tools/list',
  prompts: 'prompts/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
} as const

/**
 * Yields what a server lists, as it sent it. The client itself refuses a whole list if one item in it breaks the rules.
 */
export async function* list(
  client: Client,
  name: keyof typeof METHODS,
  { pages, ...sending }: { pages: number; signal?: AbortSignal },
): AsyncGenerator<unknown> {
  let cursor: unknown
  for (let page = 1; page === 1 || typeof cursor === 'string'; page++) {
    if (page > pages) throw new HostedLimitError(`more than ${pages} pages of ${name}`, pages)
    const params = typeof cursor === 'string' ? { cursor } : {}
    const listed = await requestRaw(client, METHODS[name], params, { timeout: LIST_TIMEOUT_MS, ...sending })
    if (!Array.isArray(listed[name])) throw new SweatpantsError(`the server answered ${METHODS[name]} without a list`)
    yield* listed[name]
    cursor = listed.nextCursor
  }
}

const MAX_TEXT = 200

/** Returns an item of a list; throws if it breaks the rules. */
export async function readItem<N extends SpecTypeName>(type: N, listed: unknown): Promise<SpecTypes[N]> {
  const checked = await specTypeSchemas[type]['~standard'].validate(listed)
  if (checked.issues === undefined) return checked.value as SpecTypes[N]
  const [{ path = [], message }] = checked.issues as [StandardSchemaV1.Issue]
  const place = path.map((part) => (typeof part === 'object' ? part.key : part)).join('.')
  throw new HostedToolError(`its definition breaks the rules of MCP at "${place}": ${toPlainText(message, MAX_TEXT)}`)
}

/** Returns the definition of a tool; throws if it is none. A schema of arguments without a type is one of an object. */
export const readTool = (listed: unknown): Promise<SpecTypes['Tool']> =>
  readItem(
    'Tool',
    isObject(listed) && isObject(listed.inputSchema)
      ? { ...listed, inputSchema: { type: 'object', ...listed.inputSchema } }
      : listed,
  )

import { type Client, ProtocolError } from '@modelcontextprotocol/client'
import type { ResourceContents } from '../../tools/content.ts'
import { defined } from '../../tools/defined.ts'
import type { Icon, McpTool } from '../../tools/tool.ts'
import { ErrorCode } from '../core/errors.ts'
import { createMcpPrompt, type McpPrompt, type PromptArgument, type PromptMessage } from '../core/prompt.ts'
import type { McpResource } from '../core/resource.ts'
import { VIEW_TYPE } from '../core/tier.ts'
import type { HostedOffer } from './connect-mcp.ts'
import { list, readItem } from './listing.ts'

/** Sends a request in an open session. */
type Send = <T>(request: (client: Client) => Promise<T>) => Promise<T>

/** How the prompts and resources of a server are read. */
export interface Reading {
  send: Send
  /** Pages of each list. */
  pages: number
  /** They name views, which a server need not list. */
  tools: readonly McpTool[]
  watch: NonNullable<McpResource['watch']>
  /** Called for each item that cannot be used. */
  onRefused: (kind: 'prompt' | 'resource', listed: unknown, cause: unknown) => void
}

type Complete = (
  argument: string,
) => (value: string, given: Readonly<Record<string, string>>) => Promise<readonly string[]>

/** Reads the prompts and resources of a server. One that breaks the rules is left out. */
export async function readOffer(reading: Reading): Promise<HostedOffer> {
  const { prompts, resources, completions } =
    (await reading.send(async (client) => client.getServerCapabilities())) ?? {}
  const canComplete = completions !== undefined
  return {
    prompts: prompts === undefined ? [] : await readPrompts(reading, canComplete),
    resources: resources === undefined ? [] : await readResources(reading, canComplete, resources.subscribe ?? false),
  }
}

/** Reads a list as ours. Of several items with one name the first is meant. */
async function readList<T>(
  { send, pages, onRefused }: Reading,
  name: 'prompts' | 'resources' | 'resourceTemplates',
  read: (listed: unknown) => Promise<readonly [name: string, item: T]>,
): Promise<T[]> {
  const items = await send(async (client) => {
    const found = new Map<string, T>()
    for await (const listed of list(client, name, { pages })) {
      try {
        const [key, item] = await read(listed)
        if (!found.has(key)) found.set(key, item)
      } catch (error) {
        onRefused(name === 'prompts' ? 'prompt' : 'resource', listed, error)
      }
    }
    return found
  })
  return [...items.values()]
}

const readPrompts = (reading: Reading, canComplete: boolean): Promise<McpPrompt[]> =>
  readList(reading, 'prompts', async (listed) => {
    const { send } = reading
    const { name, title, description, icons, arguments: given = [] } = await readItem('Prompt', listed)
    const complete: Complete = (argument) => suggest(send, { type: 'ref/prompt', name }, argument)
    const toArgument = ({ name, description, required }: (typeof given)[number]): [string, PromptArgument] => [
      name,
      {
        ...defined({ description, required }),
        ...(canComplete && { complete: complete(name) }),
      },
    ]
    const prompt = createMcpPrompt(name, {
      ...defined({ title, description }),
      ...(icons !== undefined && { icons: icons as Icon[] }),
      arguments: Object.fromEntries(given.map(toArgument)),
      *messages(args: Record<string, string>, ctx) {
        const { messages } = yield* ctx.step('get', () =>
          send((client) => client.getPrompt({ name, arguments: { ...args } })),
        )
        return messages as PromptMessage[]
      },
    })
    return [name, prompt]
  })

async function readResources(reading: Reading, canComplete: boolean, canWatch: boolean): Promise<McpResource[]> {
  const { send, tools, watch } = reading
  // The contents pass unchanged, with their `_meta`.
  const read = async (uri: string) =>
    (await send((client) => client.readResource({ uri }))).contents as ResourceContents[]
  const ours = { read, ...(canWatch && { watch }) }
  const resources = await readList(reading, 'resources', async (listed) => {
    const resource = await readItem('Resource', listed)
    return [resource.uri, { ...resource, ...ours }]
  })
  const templates = await readList(reading, 'resourceTemplates', async (listed) => {
    const template = await readItem('ResourceTemplate', listed)
    const complete = canComplete && { complete: completeAll(send, template.uriTemplate) }
    return [template.uriTemplate, { ...template, ...ours, ...complete }]
  }).catch(noneIfUnknown)
  const listed = new Set(resources.map(({ uri }) => uri))
  const views = new Set(tools.flatMap(({ app }) => (app?.view === undefined || listed.has(app.view) ? [] : [app.view])))
  // What a server lists is passed on as it is.
  return [
    ...resources,
    ...[...views].map((uri) => ({ uri, name: uri, mimeType: VIEW_TYPE, read })),
    ...templates,
  ] as McpResource[]
}

/** A server that has resources need not have templates, and then may not know the method. */
function noneIfUnknown(error: unknown): [] {
  if (error instanceof ProtocolError && error.code === ErrorCode.methodNotFound) return []
  throw error
}

function completeAll(send: Send, uri: string): Record<string, ReturnType<Complete>> {
  const names = [...uri.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return Object.fromEntries(names.map((name) => [name, suggest(send, { type: 'ref/resource', uri }, name)]))
}

type Ref = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

const suggest =
  (send: Send, ref: Ref, name: string): ReturnType<Complete> =>
  async (value, given) => {
    const context = { arguments: { ...given } }
    const { completion } = await send((client) => client.complete({ ref, argument: { name, value }, context }))
    return completion.values
  }

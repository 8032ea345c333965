import type { Client } from '@modelcontextprotocol/client'
import type { ResourceContents } from '../../tools/content.ts'
import type { Icon, McpTool } from '../../tools/tool.ts'
import { checkName } from '../../tools/tool-names.ts'
import { createMcpPrompt, type McpPrompt, type PromptArgument, type PromptMessage } from '../core/prompt.ts'
import type { McpResource } from '../core/resource.ts'
import { VIEW_TYPE } from '../core/tier.ts'
import type { HostedOffer } from './connect-mcp.ts'

/** Performs a request with the client of an open session. */
type UseClient = <T>(request: (client: Client) => Promise<T>) => Promise<T>

type Complete = (
  argument: string,
) => (value: string, given: Readonly<Record<string, string>>) => Promise<readonly string[]>

type Watch = NonNullable<McpResource['watch']>

/** Reads the prompts and resources of a server. `tools` name views, which a server need not list. */
export async function readOffer(use: UseClient, tools: readonly McpTool[], watch: Watch): Promise<HostedOffer> {
  const { prompts, resources, completions } = (await use(async (client) => client.getServerCapabilities())) ?? {}
  const complete = completions !== undefined
  return {
    prompts: prompts === undefined ? [] : await readPrompts(use, complete),
    resources:
      resources === undefined ? [] : await readResources(use, tools, complete, resources.subscribe ? watch : undefined),
  }
}

async function readPrompts(use: UseClient, canComplete: boolean): Promise<McpPrompt[]> {
  const { prompts } = await use((client) => client.listPrompts())
  return unique(prompts, 'name')
    .filter(isNamed)
    .map(({ name, title, description, icons, arguments: given = [] }) => {
      const complete: Complete = (argument) => suggest(use, { type: 'ref/prompt', name }, argument)
      const toArgument = ({ name, description, required }: (typeof given)[number]): [string, PromptArgument] => [
        name,
        {
          ...(description !== undefined && { description }),
          ...(required !== undefined && { required }),
          ...(canComplete && { complete: complete(name) }),
        },
      ]
      return createMcpPrompt(name, {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(icons !== undefined && { icons: icons as Icon[] }),
        arguments: Object.fromEntries(given.map(toArgument)),
        *messages(args: Record<string, string>, ctx) {
          const { messages } = yield* ctx.step('get', () =>
            use((client) => client.getPrompt({ name, arguments: { ...args } })),
          )
          return messages as PromptMessage[]
        },
      })
    })
}

/** Of several with one name the first is meant. */
const unique = <K extends string, T extends Record<K, string>>(listed: readonly T[], name: K): T[] => {
  const named = new Set<string>()
  return listed.filter((item) => named.size < named.add(item[name]).size)
}

/** A name that our prompts cannot have is left out. */
function isNamed({ name }: { name: string }): boolean {
  try {
    return checkName(name) === name
  } catch {
    return false
  }
}

async function readResources(
  use: UseClient,
  tools: readonly McpTool[],
  canComplete: boolean,
  watch: Watch | undefined,
): Promise<McpResource[]> {
  const resources = unique((await use((client) => client.listResources())).resources, 'uri')
  const { resourceTemplates } = await use((client) => client.listResourceTemplates())
  // The contents pass unchanged, with their `_meta`.
  const read = async (uri: string) =>
    (await use((client) => client.readResource({ uri }))).contents as ResourceContents[]
  const watching = watch && { watch }
  const listed = new Set(resources.map(({ uri }) => uri))
  const views = new Set(tools.flatMap(({ app }) => (app?.view === undefined || listed.has(app.view) ? [] : [app.view])))
  // What a server lists is passed on as it is.
  return [
    ...resources.map((resource) => ({ ...resource, read, ...watching })),
    ...[...views].map((uri) => ({ uri, name: uri, mimeType: VIEW_TYPE, read })),
    ...unique(resourceTemplates, 'uriTemplate').map((template) => ({
      ...template,
      read,
      ...watching,
      ...(canComplete && { complete: completeAll(use, template.uriTemplate) }),
    })),
  ] as McpResource[]
}

function completeAll(use: UseClient, uri: string): Record<string, ReturnType<Complete>> {
  const names = [...uri.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return Object.fromEntries(names.map((name) => [name, suggest(use, { type: 'ref/resource', uri }, name)]))
}

type Ref = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

const suggest =
  (use: UseClient, ref: Ref, name: string): ReturnType<Complete> =>
  async (value, given) => {
    const context = { arguments: { ...given } }
    const { completion } = await use((client) => client.complete({ ref, argument: { name, value }, context }))
    return completion.values
  }

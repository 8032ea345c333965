import type { McpTool } from '@sweatpants/framework'
import { connectMcp, type HostedServer } from '@sweatpants/framework/mcp'
import type { ReadResource } from './read-attachments.ts'

/** MCP servers whose tools and resources debates can use. */
export interface ToolServers extends AsyncDisposable {
  /** Options for `createRoundtable`. */
  readonly offer: { tools: readonly McpTool[]; readResource?: ReadResource }
}

/** Splits the value of a variable such as `ROUNDTABLE_TOOLS` at line ends and semicolons. */
export const toAddresses = (text: string | undefined): string[] => text?.split(/[\n;]/) ?? []

/** Connects to MCP servers, each by its address or its command. Rejects if one of them cannot be reached. */
export async function connectToolServers(
  given: readonly string[],
  onError: (error: unknown) => void,
): Promise<ToolServers> {
  const servers: HostedServer[] = []
  const close = async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
  }
  try {
    for (const address of given.map((one) => one.trim()).filter((one) => one !== '')) {
      const [command = '', ...args] = address.split(/\s+/)
      const place = URL.canParse(address) ? { url: address } : { command, args }
      servers.push(await connectMcp({ ...place, onError }))
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    offer: {
      tools: servers.flatMap(({ tools }) => tools),
      ...(servers.length > 0 && { readResource: (uri) => readResource(servers, uri) }),
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Reads a resource that one of the servers lists, or has a template for. */
async function readResource(servers: readonly HostedServer[], uri: string): Promise<Uint8Array> {
  for (const server of servers) {
    const { resources } = await server.offer()
    const resource = resources.find((one) => ('uri' in one ? one.uri === uri : isLike(one.uriTemplate, uri)))
    if (resource === undefined) continue
    const [first] = [await resource.read(uri, {})].flat()
    if (first instanceof Uint8Array) return first
    if (typeof first === 'object' && 'blob' in first) return Buffer.from(first.blob, 'base64')
    return Buffer.from(typeof first === 'string' ? first : (first?.text ?? ''))
  }
  throw new Error('none of the connected MCP servers has this resource')
}

/** Whether a URI may be one of a template. Its server decides. */
const isLike = (template: string, uri: string): boolean => uri.startsWith(template.split('{')[0]!)

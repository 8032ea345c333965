import { type JsonSchema, toJsonSchema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import type { ResourceContents } from './content.ts'
import type { McpPrompt } from './prompt.ts'
import { ErrorCode, ProtocolError } from './protocol-error.ts'
import { type FixedResource, type McpResource, matchTemplate, type TemplateResource, toContents } from './resource.ts'

export interface ListedTool {
  name: string
  title?: string
  description?: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: object
}

/** What a server offers. Listings and schemas are made once, here, and never per request. */
export class Catalog {
  readonly tools: ReadonlyMap<string, McpTool>
  readonly prompts: ReadonlyMap<string, McpPrompt>
  readonly listedTools: readonly ListedTool[]
  readonly listedPrompts: readonly object[]
  readonly listedResources: readonly object[]
  readonly listedTemplates: readonly object[]
  readonly #fixed: ReadonlyMap<string, FixedResource>
  readonly #templates: readonly TemplateResource[]

  constructor(tools: readonly McpTool[], prompts: readonly McpPrompt[], resources: readonly McpResource[]) {
    this.tools = byName(tools, 'tool')
    this.prompts = byName(prompts, 'prompt')
    this.#fixed = new Map(resources.filter((resource) => 'uri' in resource).map((resource) => [resource.uri, resource]))
    this.#templates = resources.filter((resource) => 'uriTemplate' in resource)
    this.listedTools = tools.map(toListedTool)
    this.listedPrompts = prompts.map(toListedPrompt)
    this.listedResources = [...this.#fixed.values()].map(({ read: _, ...listed }) => listed)
    this.listedTemplates = this.#templates.map(({ read: _, complete: __, ...listed }) => listed)
  }

  tool(name: unknown): McpTool {
    return this.tools.get(String(name)) ?? unknown('tool', name, [...this.tools.keys()])
  }

  prompt(name: unknown): McpPrompt {
    return this.prompts.get(String(name)) ?? unknown('prompt', name, [...this.prompts.keys()])
  }

  async read(uri: unknown): Promise<ResourceContents[]> {
    if (typeof uri !== 'string') throw new ProtocolError(ErrorCode.invalidParams, 'resources/read needs a uri')
    const fixed = this.#fixed.get(uri)
    if (fixed !== undefined) return toContents(await fixed.read(uri), uri, fixed.mimeType)
    for (const template of this.#templates) {
      const variables = matchTemplate(template.uriTemplate, uri)
      if (variables !== undefined) return toContents(await template.read(uri, variables), uri, template.mimeType)
    }
    throw new ProtocolError(ErrorCode.invalidParams, `there is no resource ${uri}`, { uri })
  }

  /** At most a hundred suggestions for an argument of a prompt, or a variable of a template. */
  async complete(params: Record<string, unknown>): Promise<{ values: string[]; total: number; hasMore: boolean }> {
    const ref = params.ref as { type?: unknown; name?: unknown; uri?: unknown } | undefined
    const argument = params.argument as { name?: unknown; value?: unknown } | undefined
    if (typeof argument?.name !== 'string' || typeof argument.value !== 'string') {
      throw new ProtocolError(ErrorCode.invalidParams, 'completion/complete needs argument: { name, value }')
    }
    const context = (params.context as { arguments?: Record<string, string> } | undefined)?.arguments ?? {}
    const values = await this.#suggest(ref, argument.name, argument.value, context)
    return { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 }
  }

  async #suggest(
    ref: { type?: unknown; name?: unknown; uri?: unknown } | undefined,
    name: string,
    value: string,
    given: Record<string, string>,
  ): Promise<readonly string[]> {
    if (ref?.type === 'ref/prompt') return (await this.prompt(ref.name).arguments[name]?.complete?.(value, given)) ?? []
    if (ref?.type === 'ref/resource') {
      const template = this.#templates.find(({ uriTemplate }) => uriTemplate === ref.uri)
      return (await template?.complete?.[name]?.(value)) ?? []
    }
    throw new ProtocolError(
      ErrorCode.invalidParams,
      'completion/complete needs a ref to a prompt or a resource template',
    )
  }
}

function byName<T extends { name: string }>(items: readonly T[], kind: string): Map<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    if (map.has(item.name)) throw new TypeError(`two ${kind}s are named "${item.name}"`)
    map.set(item.name, item)
  }
  return map
}

function unknown(kind: string, name: unknown, known: readonly string[]): never {
  const some = known.slice(0, 10).join(', ')
  throw new ProtocolError(
    ErrorCode.invalidParams,
    `there is no ${kind} ${JSON.stringify(name)}; there is ${some}${known.length > 10 ? ' …' : ''}`,
  )
}

const NO_PARAMETERS: JsonSchema = { type: 'object', properties: {} }

function toListedTool({ name, description, parameters, output, annotations }: McpTool): ListedTool {
  return {
    name,
    ...(annotations?.title !== undefined && { title: annotations.title }),
    // Every tool that hosts show has words for its model; a name is better than nothing.
    description: description ?? name,
    inputSchema: parameters === undefined ? NO_PARAMETERS : toJsonSchema(parameters, 'input'),
    ...(output !== undefined && { outputSchema: toJsonSchema(output, 'output') }),
    ...(annotations !== undefined && { annotations }),
  }
}

function toListedPrompt({ name, description, arguments: given }: McpPrompt): object {
  return {
    name,
    description: description ?? name,
    arguments: Object.entries(given).map(([argument, { description, required }]) => ({
      name: argument,
      ...(description !== undefined && { description }),
      ...(required !== undefined && { required }),
    })),
  }
}

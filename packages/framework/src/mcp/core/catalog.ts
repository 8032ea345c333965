import type { ResourceContents } from '../../tools/content.ts'
import { defined } from '../../tools/defined.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { ToolDefinitionError } from '../../tools/errors.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { toOutputSchema, toParametersSchema } from '../../tools/parameters-schema.ts'
import type { JsonSchema, Schema } from '../../tools/schema.ts'
import type { Icon, McpTool } from '../../tools/tool.ts'
import { indexTools } from '../../tools/tool-names.ts'
import type { ClientCapabilities } from './client-capabilities.ts'
import { invalidParams } from './errors.ts'
import { toFlat } from './fit-form.ts'
import { ANSWER_QUESTION, CONTINUE_CALL, type InWords, toOwnTools } from './in-words.ts'
import { indexBy } from './index-by.ts'
import type { McpPrompt } from './prompt.ts'
import { type FixedResource, type McpResource, matchTemplate, type TemplateResource, toContents } from './resource.ts'
import { type McpSkill, Skills } from './skill.ts'
import { canShow, type Tier, toTier } from './tier.ts'
import type { ToolViews } from './views.ts'

export interface ListedTool {
  name: string
  title?: string
  description?: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: object
  icons?: readonly Icon[]
  _meta?: object
}

/** Where a listing says which questions a tool may ask, and what it requires of the client. */
const TOOL_META = 'dev.sweatpants/tool'

/** The tools, prompts, resources and skills of a server. */
export interface Offer {
  tools: readonly McpTool[]
  prompts?: readonly McpPrompt[]
  resources?: readonly McpResource[]
  /** Instructions for models, with their files. */
  skills?: readonly McpSkill[]
}

export interface CatalogOptions {
  /** What the server does for clients that cannot be asked; nothing when absent. */
  inWords?: InWords | undefined
  views?: ToolViews | undefined
}

/** An offer, indexed. Listings and schemas are made once for each offer, not for each request. */
export class Catalog {
  tools!: ReadonlyMap<string, McpTool>
  prompts!: ReadonlyMap<string, McpPrompt>
  listedTools!: readonly ListedTool[]
  /** The tools that go on with calls, which clients see that cannot be asked. */
  #ownTools!: readonly ListedTool[]
  skills!: Skills
  listedPrompts!: readonly object[]
  listedResources!: readonly object[]
  listedTemplates!: readonly object[]
  #fixed!: ReadonlyMap<string, FixedResource>
  #templates!: readonly TemplateResource[]
  readonly inWords: InWords | undefined
  readonly views: ToolViews | undefined

  constructor(offer: Offer, { inWords, views }: CatalogOptions = {}) {
    this.inWords = inWords
    this.views = views
    this.replace(offer)
  }

  /** Replaces the offer. Running calls keep the tool that they began with. */
  replace({ tools: offered, prompts = [], resources: own = [], skills = [] }: Offer): void {
    // Every check comes first, so that a refused offer leaves the old one in place.
    const tools = offered.filter((tool) => !isForPage(tool) || (this.views !== undefined && hasViews(tool)))
    const toolsByName = indexTools(tools)
    const promptsByName = indexBy(prompts, ({ name }) => name, 'prompts are named')
    const listedTools = [...toolsByName.values()].map(toListedTool)
    const ownTools = this.inWords === undefined ? [] : toOwnTools(this.inWords)
    for (const { name } of ownTools) if (toolsByName.has(name)) throw reserved(name)
    const listedPrompts = prompts.map(toListedPrompt)
    const served = new Skills(skills)
    const resources = [...own, ...served.resources]
    indexBy(resources, addressOf, 'resources have the URI')
    const left = offered.filter((tool) => !tools.includes(tool)).map(({ name }) => name)
    if (left.length > 0) {
      console.error(`not served over MCP, because only a page answers their questions: ${left.join(', ')}`)
    }
    this.tools = toolsByName
    this.prompts = promptsByName
    this.skills = served
    this.listedTools = listedTools
    const mayAsk = [...toolsByName.values()].some(canAskInWords)
    // Any call can outlive its request, so `check_on` is always listed.
    this.#ownTools = ownTools.filter(({ name }) => mayAsk || name !== ANSWER_QUESTION)
    this.listedPrompts = listedPrompts
    this.#fixed = new Map(resources.filter((resource) => 'uri' in resource).map((resource) => [resource.uri, resource]))
    this.#templates = resources.filter((resource) => 'uriTemplate' in resource)
    this.listedResources = [...this.#fixed.values()].map(({ read: _, watch: __, ...listed }) => listed)
    this.listedTemplates = this.#templates.map(({ read: _, watch: __, complete: ___, ...listed }) => listed)
  }

  /** Returns a tool that a client sees. Throws a `ProtocolError`. */
  toolFor(client: ClientCapabilities, name: unknown): MaybePromise<McpTool> {
    const tool = find(this.tools, 'tool', name)
    return isForPage(tool) ? this.#toolFor(client, name, tool) : tool
  }

  async #toolFor(client: ClientCapabilities, name: unknown, tool: McpTool): Promise<McpTool> {
    if ((await this.#show(tool, client)) !== undefined) return tool
    const visible = [...this.tools].filter(([, other]) => !isForPage(other))
    return find(new Map(visible), 'tool', name)
  }

  tierOf(client: ClientCapabilities): Tier {
    return toTier(client, this.views?.tiering)
  }

  /** Resolves to the tools that a client sees. */
  async listFor(client: ClientCapabilities): Promise<readonly ListedTool[]> {
    const tier = this.tierOf(client)
    const canBeAsked = tier === 'form' || tier === 'question-view'
    if (this.views === undefined && (canBeAsked || this.inWords === undefined)) return this.listedTools
    const listed = await Promise.all(this.listedTools.map((tool) => this.#listFor(client, tool)))
    const own = this.#ownTools.filter(({ name }) => tier === 'tool-view' || name !== CONTINUE_CALL)
    return [...listed.filter((tool) => tool !== undefined), ...(canBeAsked ? [] : own)]
  }

  async #listFor(client: ClientCapabilities, listed: ListedTool): Promise<ListedTool | undefined> {
    const tool = this.tools.get(listed.name)!
    const view = this.views && (await this.#show(tool, client))
    if (isForPage(tool) && view === undefined) return undefined
    const tier = this.tierOf(client)
    // A client that cannot be asked may get words in place of a result, which the form of the result does not allow.
    const { outputSchema: _, ...formless } = listed
    const fit = tier === 'form' || tier === 'question-view' || this.inWords === undefined ? listed : formless
    // The host shows the view of a listed tool with each call, so a client that is asked sees it only for a result of its own.
    const isShown = tier === 'tool-view' || (tool.view !== undefined && canShow(client))
    if (view === undefined || !isShown) return fit
    return { ...fit, _meta: { ...fit._meta, ui: { resourceUri: view } } }
  }

  /** Resolves to the URI of a tool's view, if the client can show all that needs it. */
  async #show(tool: McpTool, client: ClientCapabilities): Promise<string | undefined> {
    const tier = this.tierOf(client)
    const canShowAll = tier === 'tool-view' || (tier === 'question-view' && pageQuestions(tool).every(toFlat))
    return isForPage(tool) && !canShowAll ? undefined : this.views?.uriOf(tool.name)
  }

  /** Resolves to the URI of the view that a client shows beside the calls of a tool, and that answers their questions. */
  toolView(client: ClientCapabilities, tool: string): MaybePromise<string | undefined> {
    return this.tierOf(client) === 'tool-view' ? this.views!.uriOf(tool) : undefined
  }

  /** Resolves to the URI of the view that a client shows in place of its form; `undefined` if it shows its form. */
  questionView(client: ClientCapabilities, { toolName, key }: ElicitEffect): MaybePromise<string | undefined> {
    const hasView = this.tools.get(toolName)?.questions[key]?.view !== undefined
    return hasView && this.tierOf(client) === 'question-view' ? this.views!.uriOf(toolName) : undefined
  }

  prompt(name: unknown): McpPrompt {
    return find(this.prompts, 'prompt', name)
  }

  /** Returns the resource that a URI belongs to. */
  #resourceAt(uri: string): { resource: McpResource; variables: Readonly<Record<string, string>> } | undefined {
    const fixed = this.#fixed.get(uri)
    if (fixed !== undefined) return { resource: fixed, variables: {} }
    for (const resource of this.#templates) {
      const variables = matchTemplate(resource.uriTemplate, uri)
      if (variables !== undefined) return { resource, variables }
    }
    return undefined
  }

  /** Returns the `uri` or `uriTemplate` of the resource that a URI belongs to, or the URI itself if there is none. */
  nameResource(uri: string): string {
    const found = this.#resourceAt(uri)
    return found === undefined ? uri : addressOf(found.resource)
  }

  /** Watches a resource that says when it changes; returns what stops it. */
  watch(uri: string, changed: () => void): (() => void) | undefined {
    return this.#resourceAt(uri)?.resource.watch?.(uri, changed)
  }

  isView(uri: unknown): boolean {
    return typeof uri === 'string' && this.views?.isView(uri) === true
  }

  async read(uri: unknown): Promise<ResourceContents[]> {
    if (typeof uri !== 'string') throw invalidParams('resources/read needs a uri')
    const { resource, variables } = this.#resourceAt(uri) ?? {}
    if (resource !== undefined) return toContents(await resource.read(uri, variables!), uri, resource.mimeType)
    const view = await this.views?.read(uri)
    if (view !== undefined) return [view]
    throw invalidParams(`there is no resource ${uri}`, { uri })
  }

  /** Returns at most 100 suggestions for an argument of a prompt or a variable of a template. */
  async complete(params: Record<string, unknown>): Promise<{ values: string[]; total: number; hasMore: boolean }> {
    const ref = params.ref as { type?: unknown; name?: unknown; uri?: unknown } | undefined
    const argument = params.argument as { name?: unknown; value?: unknown } | undefined
    if (typeof argument?.name !== 'string' || typeof argument.value !== 'string') {
      throw invalidParams('completion/complete needs argument: { name, value }')
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
      const complete = template?.complete
      return complete !== undefined && Object.hasOwn(complete, name) ? complete[name]!(value, given) : []
    }
    throw invalidParams('completion/complete needs a ref to a prompt or a resource template')
  }
}

/** The questions that only a component answers. */
const pageQuestions = ({ questions }: McpTool) => Object.values(questions).filter(({ ui }) => ui === 'in-app')

/** Whether a tool has a question that only a component answers. */
const isForPage = (tool: McpTool): boolean => pageQuestions(tool).length > 0

/** Whether each of these questions has a component that a host of others can show. */
const hasViews = (tool: McpTool): boolean => pageQuestions(tool).every(({ view }) => view !== undefined)

/** Whether a call of the tool can end with a question in words. The questions of a hosted tool are not known beforehand. */
const canAskInWords = ({ questions, origin, earlier }: McpTool): boolean =>
  origin !== undefined || Object.values(questions).some(({ mustAsk }) => !mustAsk) || earlier.some(canAskInWords)

const reserved = (name: string): ToolDefinitionError =>
  new ToolDefinitionError(
    `the server offers a tool "${name}" of its own to clients that cannot be asked; rename yours, or pass questionsInWords: false`,
  )

const addressOf = (resource: McpResource): string => ('uri' in resource ? resource.uri : resource.uriTemplate)

function find<T>(items: ReadonlyMap<string, T>, kind: string, name: unknown): T {
  const item = typeof name === 'string' ? items.get(name) : undefined
  if (item !== undefined) return item
  const known = [...items.keys()]
  const some = `${known.slice(0, 10).join(', ')}${known.length > 10 ? ' …' : ''}`
  throw invalidParams(
    `there is no ${kind} ${typeof name === 'string' ? JSON.stringify(name) : 'without a name'}; there is ${some || 'none'}`,
  )
}

/**
 * Returns a schema without the name of its dialect, which some hosts refuse. Without a name it is 2020-12, which schema
 * libraries write; a raw schema goes to the wire as its author wrote it.
 */
function withoutDialect(from: Schema | undefined, { $schema, ...schema }: JsonSchema): JsonSchema {
  return $schema !== undefined && from?.['~standard'].vendor === 'json-schema' ? { $schema, ...schema } : schema
}

function toListedTool(tool: McpTool): ListedTool {
  const { name, description, parameters, output, annotations, icons, meta, questions, requires } = tool
  const keys = Object.keys(questions)
  const needs = Object.fromEntries(Object.entries(requires).filter(([, isNeeded]) => isNeeded))
  const isPlain = keys.length === 0 && Object.keys(needs).length === 0
  return {
    name,
    ...(annotations?.title !== undefined && { title: annotations.title }),
    // Hosts show the description to their model; a name is better than an empty text.
    description: description ?? name,
    inputSchema: withoutDialect(parameters, toParametersSchema(name, parameters)),
    ...(output !== undefined && { outputSchema: withoutDialect(output, toOutputSchema(name, output)) }),
    ...defined({ annotations, icons }),
    ...((meta !== undefined || !isPlain) && {
      _meta: { ...meta, ...(!isPlain && { [TOOL_META]: { questions: keys, requires: needs } }) },
    }),
  }
}

function toListedPrompt({ name, title, description, icons, arguments: given }: McpPrompt): object {
  return {
    name,
    ...defined({ title, icons }),
    description: description ?? name,
    arguments: Object.entries(given).map(([argument, { description, required }]) => ({
      name: argument,
      ...defined({ description, required }),
    })),
  }
}

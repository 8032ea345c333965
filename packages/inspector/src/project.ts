import { randomUUID } from 'node:crypto'
import { type JsonSchema, type McpTool, toJsonSchema } from '@sweatpants/framework'
import { createMemoryStore, type Log } from '@sweatpants/framework/log'
import type { RunAbout } from './run-state.ts'

/** A tool as the page shows it. */
export interface ShownTool {
  name: string
  description?: string
  version?: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  /** The schemas of the answers to its questions, by key. */
  questions: Readonly<Record<string, JsonSchema>>
  /** The keys of the questions that have a view. */
  views: readonly string[]
  /** Whether its result has one. */
  hasResultView: boolean
}

/** A run as a list shows it. */
export interface ListedRun extends RunAbout {
  runId: string
}

/** News for the pages that are open. */
export type ProjectEvent =
  | { type: 'tools_load'; tools: readonly ShownTool[]; problem?: string }
  /** A change could not be loaded; the tools stay as they were. */
  | { type: 'tools_refuse'; problem: string }
  | { type: 'run_change'; runId: string; head: number; about: RunAbout }
  | { type: 'run_delete'; runId: string }

/** What a page begins with. */
export interface ShownProject {
  epoch: string
  /** The place in the news after which the page reads on. */
  head: number
  /** The id of the model that answers samples. */
  model: string
  tools: readonly ShownTool[]
  problem?: string
  runs: readonly ListedRun[]
}

/** The tools of a project, and the news for its pages. */
export class Project {
  readonly log: Log<ProjectEvent> = createMemoryStore().log('news')
  /** Names the news of this process: a page that knows another epoch begins again. */
  readonly epoch = randomUUID()
  #tools: readonly McpTool[] = []
  #shown: readonly ShownTool[] = []
  #problem: string | undefined

  constructor() {
    // A memory log writes before it returns.
    this.log.create(this.epoch, { about: null, events: [] })
  }

  get tools(): readonly McpTool[] {
    return this.#tools
  }

  get shown(): { tools: readonly ShownTool[]; problem?: string } {
    return { tools: this.#shown, ...(this.#problem !== undefined && { problem: this.#problem }) }
  }

  /** `problem` says which part of the project could not be loaded with the tools. */
  load(tools: readonly McpTool[], problem: string | undefined): void {
    this.#tools = tools
    this.#shown = tools.map(showTool)
    this.#problem = problem
    this.tell({ type: 'tools_load', ...this.shown })
  }

  refuse(problem: string): void {
    this.#problem = problem
    this.tell({ type: 'tools_refuse', problem })
  }

  tell(event: ProjectEvent): void {
    this.log.append(this.epoch, { events: [event] })
  }

  async head(): Promise<number> {
    return (await this.log.get(this.epoch))?.head ?? 0
  }
}

const NO_PARAMETERS: JsonSchema = { type: 'object', properties: {} }

const showTool = ({ name, description, version, parameters, output, questions, view }: McpTool): ShownTool => ({
  name,
  ...(description !== undefined && { description }),
  ...(version !== undefined && { version }),
  inputSchema: parameters === undefined ? NO_PARAMETERS : toJsonSchema(parameters, 'input'),
  ...(output !== undefined && { outputSchema: toJsonSchema(output, 'output') }),
  questions: Object.fromEntries(Object.entries(questions).map(([key, { schema }]) => [key, schema])),
  views: Object.values(questions).flatMap(({ key, view }) => (view === undefined ? [] : [key])),
  hasResultView: view !== undefined,
})

import type { Log } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { mintId } from '../tools/seed.ts'
import type { McpTool } from '../tools/tool.ts'
import type { RunAbout } from './inspected-run.ts'
import type { ListedRun } from './inspected-runs.ts'
import { type ShownTool, showTool } from './show-tool.ts'

/** What a page is told while it is open. */
export type ProjectEvent =
  | { type: 'tools_load'; tools: readonly ShownTool[]; problem?: string }
  /** The tools are as they were: what was changed cannot be loaded. */
  | { type: 'tools_refuse'; problem: string }
  | { type: 'run_change'; runId: string; head: number; about: RunAbout }
  | { type: 'run_forget'; runId: string }

/** What a page begins with; `head` is where the news goes on. */
export interface ShownProject {
  epoch: string
  head: number
  /** The model that answers samples. */
  model: string
  tools: readonly ShownTool[]
  problem?: string
  runs: readonly ListedRun[]
}

/** The tools of a project as they are now, and the news for the pages that show it. */
export class Project {
  readonly log: Log<ProjectEvent> = createMemoryStore().log('project')
  /** Names the news of this process: a page that knows another's begins again. */
  readonly epoch = mintId()
  #tools: readonly McpTool[] = []
  #shown: readonly ShownTool[] = []
  #problem: string | undefined

  constructor() {
    this.log.create(this.epoch, { about: {}, events: [] })
  }

  get tools(): readonly McpTool[] {
    return this.#tools
  }

  get shown(): { tools: readonly ShownTool[]; problem?: string } {
    return { tools: this.#shown, ...(this.#problem !== undefined && { problem: this.#problem }) }
  }

  /** `problem` is what of the project could not be loaded with them. */
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
    // In memory, and so at once.
    this.log.append(this.epoch, { events: [event] })
  }

  async head(): Promise<number> {
    return (await this.log.get(this.epoch))?.head ?? 0
  }
}

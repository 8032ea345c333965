import { type Listening, type ListenOptions, listenHttp } from '../http/listen.ts'
import type { Store } from '../log/log.ts'
import type { Model } from '../models/model.ts'
import type { McpTool } from '../tools/tool.ts'
import { InspectedRuns } from './inspected-runs.ts'
import { readPage } from './page-files.ts'
import { Project } from './project.ts'
import { createInspectorRoutes } from './routes.ts'

export interface InspectorOptions {
  tools: readonly McpTool[]
  /** What of the project could not be loaded. */
  problem?: string | undefined
  /** Where runs are kept. Whoever opened it closes it. */
  store: Store
  /** Answers samples. */
  model: Model
  onError(error: unknown): void
}

export interface Inspector {
  /** Offers these tools from now on; runs that wait go on with them. */
  replace(tools: readonly McpTool[], problem?: string): Promise<void>
  /** Tells the page that a change could not be loaded. */
  refuse(problem: string): void
  listen(options?: ListenOptions): Promise<Listening>
  close(): Promise<void>
}

/** A page on the loopback on which the tools of a project are called, watched and replayed. */
export async function createInspector({ tools, problem, store, model, onError }: InspectorOptions): Promise<Inspector> {
  const project = new Project()
  project.load(tools, problem)
  const runs = new InspectedRuns({
    store,
    model,
    tools: () => project.tools,
    onChange(runId, change) {
      project.tell(change === undefined ? { type: 'run_forget', runId } : { type: 'run_change', runId, ...change })
    },
    onError,
  })
  await runs.pauseLeft()
  const closing = new AbortController()
  const page = await readPage()
  const routes = createInspectorRoutes({ project, runs, model: model.id, page, signal: closing.signal, onError })
  return {
    async replace(changed, left) {
      project.load(changed, left)
      await runs.reload()
    },
    refuse: (problem) => project.refuse(problem),
    async listen(options) {
      const { getRequestListener } = await import('@hono/node-server')
      return listenHttp(getRequestListener(routes.fetch), options)
    },
    async close() {
      closing.abort()
      await runs.close()
    },
  }
}

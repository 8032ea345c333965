import type { McpTool } from '@sweatpants/framework'
import { createListener, type Listening, type ListenOptions, listenHttp } from '@sweatpants/framework/http'
import type { Store } from '@sweatpants/framework/log'
import type { Model } from '@sweatpants/framework/models'
import type { Views } from '@sweatpants/framework/views'
import { INSPECTOR, readPage } from './page-files.ts'
import { Project } from './project.ts'
import { createInspectorRoutes } from './routes.ts'
import { Runs } from './runs.ts'

export interface InspectorOptions {
  tools: readonly McpTool[]
  /** Says which part of the project could not be loaded; shown on the page. */
  problem?: string | undefined
  /** Stores the runs. The caller closes it. */
  store: Store
  /** Answers samples. */
  model: Model
  /** The views of the tools, for their previews. */
  views?: Views | undefined
  onError(error: unknown): void
}

export interface Inspector extends AsyncDisposable {
  /** Replaces the tools. Runs that wait go on with the new ones. */
  replace(tools: readonly McpTool[], problem?: string): Promise<void>
  /** Shows that a change could not be loaded. The tools stay as they were. */
  refuse(problem: string): void
  listen(options?: ListenOptions): Promise<Listening>
  /** Pauses every run; the next inspector on the same store can resume them. */
  close(): Promise<void>
}

/** Serves a page on this machine to call the tools of a project, watch their runs and replay them. */
export async function createInspector({
  tools,
  problem,
  store,
  model,
  views,
  onError,
}: InspectorOptions): Promise<Inspector> {
  const project = new Project()
  project.load(tools, problem)
  const runs = new Runs({
    store,
    model,
    tools: () => project.tools,
    onChange(runId, change) {
      project.tell(change === undefined ? { type: 'run_delete', runId } : { type: 'run_change', runId, ...change })
    },
    onError,
  })
  await runs.start()
  const closing = new AbortController()
  const page = await readPage(INSPECTOR)
  const routes = createInspectorRoutes({ project, runs, model: model.id, page, views, signal: closing.signal, onError })
  const close = async () => {
    closing.abort()
    await runs.close()
  }
  return {
    async replace(changed, left) {
      project.load(changed, left)
      await runs.reload()
    },
    refuse: (problem) => project.refuse(problem),
    listen: (address) => listenHttp(createListener(routes.fetch, { onError }), address),
    close,
    [Symbol.asyncDispose]: close,
  }
}

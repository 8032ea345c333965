import type { Inspector } from '@sweatpants/inspector'
import type { McpTool } from '../tools/tool.ts'
import { readArgs, readModel, readPort, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { describeOffer, findModules, type ImportModule, loadOffer } from './load-offer.ts'
import { type LoadedViews, loadViews } from './load-views.ts'
import { describeStore, openStore, readStore } from './open-store.ts'
import { createReloader, followChanges, type Reloader } from './reloader.ts'
import { loadInspector, servePage } from './serve-page.ts'

const PORT = 4400
const STORE = '.sweatpants/dev.db'

/** `sweatpants dev`: resolves to the exit code after a signal. */
export async function dev(args: readonly string[]): Promise<number> {
  const { values, positionals: paths } = readArgs(args, COMMANDS.dev.options)
  if (paths.length === 0) throw new UsageError('dev takes modules or a folder of them: dev ./tools.ts')
  const port = readPort(values.port, 'PORT', process.env) ?? PORT
  const location = readStore(values.store) ?? STORE
  const { createInspector } = await loadInspector('dev')
  using reloader = createReloader()
  const { tools, problem } = await loadTools(paths, reloader.import)
  const model = (await readModel(values.model)) ?? (await loadDemo())
  await using store = await openStore(location)
  const views = await loadViews(tools, { reloader })
  await using inspector = await createInspector({ tools, problem, store, model, views, onError: console.error })
  using _following = follow(inspector, paths, reloader, views)
  await servePage(inspector, {
    port,
    opens: values.open,
    describe: (url) =>
      `Inspecting ${describe(tools)} at ${url}\nRuns are stored in ${describeStore(location)}. Samples go to ${model.id}.`,
  })
  return 0
}

/** Loads the tools of the modules that can be loaded; `problem` names the others. Throws if there is no tool. */
async function loadTools(
  paths: readonly string[],
  importModule: ImportModule,
): Promise<{ tools: McpTool[]; problem?: string }> {
  const found = new Map<string, McpTool>()
  const problems: string[] = []
  for (const module of findModules(paths)) {
    try {
      const { tools } = await loadOffer([module], importModule)
      for (const tool of tools) {
        const known = found.get(tool.name) ?? tool
        if (known !== tool) problems.push(`${module} has another tool ${tool.name}, which is left out`)
        found.set(tool.name, known)
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      problems.push(error.message)
    }
  }
  const problem = problems.join('; ')
  if (found.size === 0) throw new UsageError(problem || `${paths.join(', ')} has no module that creates a tool`)
  return { tools: [...found.values()], ...(problem !== '' && { problem }) }
}

async function loadDemo() {
  const { resolveModel } = await import('../models/resolve.ts')
  return resolveModel('demo')
}

/** Replaces the tools of the page whenever a file of the modules changes. */
function follow(
  inspector: Inspector,
  paths: readonly string[],
  reloader: Reloader,
  views: LoadedViews | undefined,
): Disposable {
  const reload = async () => {
    const { tools, problem } = await loadTools(paths, reloader.import)
    await views?.reload(tools)
    await inspector.replace(tools, problem)
    return describe(tools)
  }
  return followChanges(reloader, reload, (message) => inspector.refuse(message))
}

const describe = (tools: readonly McpTool[]): string =>
  describeOffer({ tools: [...tools], prompts: [], resources: [], skills: [] })

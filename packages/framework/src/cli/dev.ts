import { spawn } from 'node:child_process'
import type { Inspector } from '@sweatpants/inspector'
import type { Address } from '../http/address.ts'
import { readVariable } from '../models/provider.ts'
import type { McpTool } from '../tools/tool.ts'
import { readArgs, readModel, readPort, UsageError } from './args.ts'
import { describeOffer, findModules, type ImportModule, loadOffer } from './load-offer.ts'
import { type LoadedViews, loadViews } from './load-views.ts'
import { describeStore, openStore } from './open-store.ts'
import { untilSignal } from './program.ts'
import { createReloader, followChanges, type Reloader } from './reloader.ts'
import { toListenError } from './transport.ts'

const PORT = 4400
const STORE = '.sweatpants/dev.db'

interface DevCommand {
  /** Modules, and folders of them. */
  paths: readonly string[]
  port: number
  store: string
  model: string | undefined
  open: boolean
}

/** `sweatpants dev`: resolves to the exit code after a signal. */
export async function dev(args: readonly string[]): Promise<number> {
  const command = readCommand(args)
  const { createInspector } = await loadInspector('dev')
  using reloader = createReloader()
  const { tools, problem } = await loadTools(command.paths, reloader.import)
  const model = (await readModel(command.model)) ?? (await loadDemo())
  await using store = await openStore(command.store)
  const views = await loadViews(tools, { reloader })
  const inspector = await createInspector({ tools, problem, store, model, views, onError: console.error })
  try {
    using _following = follow(inspector, command.paths, reloader, views)
    await serve(inspector, tools, command)
  } finally {
    await inspector.close()
  }
  return 0
}

function readCommand(args: readonly string[]): DevCommand {
  const { values, positionals } = readArgs(args, {
    port: { type: 'string' },
    store: { type: 'string' },
    model: { type: 'string' },
    open: { type: 'boolean' },
  })
  if (positionals.length === 0) throw new UsageError('dev takes modules or a folder of them: dev ./tools.ts')
  const { model, open = false } = values
  return {
    paths: positionals,
    port: readPort(values.port, 'PORT', process.env) ?? PORT,
    store: values.store ?? readVariable(process.env, 'STORE') ?? STORE,
    model,
    open,
  }
}

/** Loads the optional package `@sweatpants/inspector`. */
export async function loadInspector(command: string) {
  // Bundlers accept a missing package only if the import stands in a `try` of its own.
  try {
    return await import('@sweatpants/inspector')
  } catch (cause) {
    const message = `${command} needs @sweatpants/inspector, which could not be loaded; npm i -D @sweatpants/inspector`
    throw new UsageError(message, { cause })
  }
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

async function serve(inspector: Inspector, tools: readonly McpTool[], command: DevCommand): Promise<void> {
  using stop = untilSignal()
  const address: Address = { host: '127.0.0.1', port: command.port }
  const listening = await inspector.listen(address).catch((cause) => {
    throw toListenError(cause, address)
  })
  console.error(`Inspecting ${describe(tools)} at ${listening.url}`)
  console.error(
    `Runs are stored in ${describeStore(command.store)}. Samples go to ${command.model ?? process.env.MODEL ?? 'demo'}.`,
  )
  if (command.open) openBrowser(listening.url)
  await stop.received
  // Together: the server waits for open event streams, and the inspector ends them.
  await Promise.all([inspector.close(), listening.close()])
}

const describe = (tools: readonly McpTool[]): string =>
  describeOffer({ tools: [...tools], prompts: [], resources: [], skills: [] })

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

export function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', () => console.error(`No browser could be opened; the page is at ${url}`))
  child.unref()
}

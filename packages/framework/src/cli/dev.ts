import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Store } from '../chat/session-log.ts'
import { createInspector, type Inspector } from '../dev/create-inspector.ts'
import { findModules } from '../dev/find-modules.ts'
import { type Address, describeListenError } from '../http/address.ts'
import type { McpTool } from '../tools/tool.ts'
import { describeOffer } from './describe-offer.ts'
import { type ImportModule, loadOffer } from './load-offer.ts'
import { readModel } from './model.ts'
import { readArgs } from './read-args.ts'
import { createReloader, type Reloader } from './reloader.ts'
import { messageOf, UsageError } from './usage-error.ts'
import { watchFiles } from './watch-files.ts'

const PORT = '4400'
const STORE = '.sweatpants/dev.db'

interface DevCommand {
  /** Modules, and folders of them. */
  paths: readonly string[]
  port: number
  store: string
  model: string | undefined
  open: boolean
}

/** `sweatpants dev`: comes to the exit code when a signal has come. */
export async function dev(args: readonly string[]): Promise<number> {
  const command = readCommand(args)
  using reloader = createReloader()
  const { tools, problem } = await loadTools(command.paths, reloader.import)
  const model = (await readModel(command.model)) ?? (await loadDemo())
  const store = await openStore(command.store)
  const inspector = await createInspector({ tools, problem, store, model, onError: console.error })
  try {
    using _following = follow(inspector, command.paths, reloader)
    await serve(inspector, tools, command)
  } finally {
    await inspector.close()
    await store.close()
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
  const port = values.port ?? (process.env.PORT || PORT)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new UsageError(`--port takes a number, not "${port}"`)
  const { store = STORE, model, open = false } = values
  return { paths: positionals, port: Number(port), store, model, open }
}

/** What cannot be loaded is told beside what can; nothing at all is a mistake. */
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
  if (found.size === 0) throw new UsageError(problem || `no tool is made in ${paths.join(', ')}`)
  return { tools: [...found.values()], ...(problem !== '' && { problem }) }
}

async function loadDemo() {
  const { resolveModel } = await import('../models/resolve.ts')
  return resolveModel('demo')
}

async function openStore(file: string): Promise<Store> {
  const { createSqliteStore } = await import('../stores/sqlite.ts')
  try {
    return createSqliteStore(file)
  } catch (cause) {
    throw new UsageError(`the store ${file} could not be opened: ${messageOf(cause)}`, { cause })
  }
}

/** Has the page offer what the modules export now, whenever one of their files changes. */
function follow(inspector: Inspector, paths: readonly string[], reloader: Reloader): Disposable {
  let last: Promise<void> = Promise.resolve()
  const reload = async () => {
    reloader.advance()
    try {
      const { tools, problem } = await loadTools(paths, reloader.import)
      await inspector.replace(tools, problem)
      console.error(`Reloaded: ${describe(tools)}`)
    } catch (error) {
      inspector.refuse(messageOf(error))
      console.error(`Not reloaded: ${messageOf(error)}`)
    }
    // Also after a failure: its remedy may be in a file that was imported for the first time.
    watch.add(reloader.files)
  }
  const watch = watchFiles(() => {
    last = last.then(reload)
  })
  watch.add(reloader.files)
  return watch
}

async function serve(inspector: Inspector, tools: readonly McpTool[], command: DevCommand): Promise<void> {
  const address: Address = { host: '127.0.0.1', port: command.port }
  const listening = await inspector.listen(address).catch((cause) => {
    throw new UsageError(describeListenError(cause, address), { cause })
  })
  console.error(`Inspecting ${describe(tools)} at ${listening.url}`)
  console.error(`Runs are kept in ${command.store}. Samples go to ${command.model ?? process.env.MODEL ?? 'demo'}.`)
  if (command.open) openBrowser(listening.url)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  // Together: streams end because the inspector is closing, and it listens until they have.
  await Promise.all([inspector.close(), listening.close()])
}

const describe = (tools: readonly McpTool[]): string => describeOffer({ tools: [...tools], prompts: [], resources: [] })

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.once('error', () => console.error(`No browser could be opened; the page is at ${url}`))
  child.unref()
}

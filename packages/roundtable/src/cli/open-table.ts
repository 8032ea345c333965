import { homedir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import {
  createReporter,
  type Env,
  openStore,
  printResult,
  readVariable,
  reserveStdout,
  toUsageError,
} from '@sweatpants/framework/cli'
import type { Store } from '@sweatpants/framework/log'
import { createRoundtable } from '../debate/create-roundtable.ts'
import { readDebateSettings } from '../debate/read-settings.ts'
import type { Roundtable, RoundtableOptions } from '../debate/roundtable.ts'
import { connectToolServers, toAddresses } from '../debate/tool-servers.ts'
import { createPanel } from '../panel/create-panel.ts'
import type { Panel } from '../panel/panel.ts'

/** The options of every command. */
export const TABLE_OPTIONS = {
  store: { type: 'string' },
  model: { type: 'string' },
  tools: { type: 'string', multiple: true },
} as const

export interface TableChoice {
  store?: string | undefined
  model?: string | undefined
  /** MCP servers whose tools the seats can use: addresses, or commands. */
  tools?: string[] | undefined
}

export interface OpenTable extends AsyncDisposable {
  roundtable: Roundtable
  store: Store
  /** The location of the store. */
  location: string
}

/** Opens the store and the roundtable on it. An option takes precedence over its environment variable. */
export async function openTable(
  choice: TableChoice,
  env: Env,
  options: Pick<RoundtableOptions, 'takesOver'> = {},
): Promise<OpenTable> {
  const location = choice.store ?? readVariable(env, 'STORE') ?? defaultLocation(env)
  const model = choice.model ?? readVariable(env, 'MODEL')
  const panel = createPanel({ env })
  const settings = readOwnSettings(env)
  const given = choice.tools ?? toAddresses(readVariable(env, 'ROUNDTABLE_TOOLS'))
  const servers = await connectToolServers(given, report).catch((cause) => {
    throw toUsageError(cause)
  })
  const store = await openStore(location)
  const roundtable = createRoundtable({
    store,
    panel: model === undefined ? panel : preferModel(panel, model),
    settings,
    ...servers.offer,
    onError: report,
    ...options,
  })
  return {
    roundtable,
    store,
    location,
    async [Symbol.asyncDispose]() {
      await roundtable.close()
      await store.close()
      await servers[Symbol.asyncDispose]()
    },
  }
}

/** Prints what `work` resolves to, unless it is nothing; resolves to the exit code. Rounds of other processes are left alone. */
export async function printFrom(
  choice: TableChoice,
  work: (roundtable: Roundtable) => Promise<string | undefined>,
): Promise<number> {
  reserveStdout()
  await using table = await openTable(choice, process.env, { takesOver: false })
  const text = await work(table.roundtable)
  if (text !== undefined) printResult(text)
  return 0
}

function readOwnSettings(env: Env) {
  try {
    return readDebateSettings(env)
  } catch (cause) {
    throw toUsageError(cause)
  }
}

/** A panel that gives this model to every seat without a chosen one. */
export const preferModel = (panel: Panel, model: string): Panel => ({
  candidates: () => panel.candidates(),
  seat: ({ wishes = [], ...request }) =>
    panel.seat({
      ...request,
      wishes: wishes.length > 0 ? wishes : Array.from({ length: request.count }, () => ({ model })),
    }),
})

/** The store without `--store` and `STORE`. */
export const defaultLocation = (env: Env): string => join(dataFolder(env), 'roundtable.db')

/** The folder in which programs of this user keep their data. */
export function dataFolder(env: Env, platform: NodeJS.Platform = process.platform, home = homedir()): string {
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'ai-roundtable')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'ai-roundtable')
  const { XDG_DATA_HOME: given = '' } = env
  // The XDG specification says that relative paths are ignored.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, '.local', 'share'), 'ai-roundtable')
}

export const report = createReporter('ai-roundtable')

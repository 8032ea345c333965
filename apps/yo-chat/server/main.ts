import { join } from 'node:path'
import { createReporter, describeStore, publicWarning, runProgram, untilSignal } from '@sweatpants/framework/cli'
import { describeRemedies } from '@sweatpants/framework/models'
import { config } from '../config.ts'
import { buildPage } from './build-page.ts'
import { readSettings, type Settings } from './settings.ts'
import { DIST, type RunningApp, readVersion, startApp } from './start-app.ts'

const NAME = 'yo-chat'

async function start(args: readonly string[]): Promise<number> {
  const settings = readSettings(args, process.env)
  using stop = untilSignal()
  if (settings.build) console.log('Building the page…')
  const isBuilt = settings.build && (await buildPage(join(import.meta.dirname, '../page'), DIST))
  if (settings.build && !isBuilt) console.log('There is no page to build in apps/yo-chat/page.')
  const app = await startApp({ ...settings, onError: createReporter(NAME) })
  console.log(describe(app, settings))
  console.log(`\nStopping after ${await stop.received}.`)
  await app.close()
  return 0
}

function describe(app: RunningApp, { host, store, model }: Settings): string {
  const lines = [
    `${config.name} is ready.`,
    '',
    `  Page   ${app.hasPage ? app.url : 'not built'}`,
    `  Chat   ${app.url}api/chat`,
    `  MCP    ${app.url}mcp`,
    `  Model  ${app.model === 'demo' ? describeDemo(model) : app.model}`,
    `  Store  ${describeStore(store)}`,
  ]
  const warning = publicWarning(host, 'use this app')
  if (warning !== undefined) lines.push('', warning)
  return lines.join('\n')
}

const describeDemo = (choice: string | undefined): string =>
  choice === undefined
    ? `demo: an offline stand-in that follows rules and understands little, because there is no API key.
         To use a real model, ${describeRemedies()}, here or in .env.`
    : 'demo: an offline stand-in that follows rules and understands little.'

const code = await runProgram({
  name: NAME,
  version: readVersion,
  help: async () => (await import('./help.ts')).HELP,
  main: async () => start,
})
// Without exit, a pending attempt to connect to an MCP server would keep the process running.
process.exit(code)

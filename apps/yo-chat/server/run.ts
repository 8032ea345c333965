import { createReporter, describeStore, publicWarning, untilSignal } from '@sweatpants/framework/cli'
import { describeRemedies } from '@sweatpants/framework/models'
import { config } from '../config.ts'
import { preparePage } from './prepare-page.ts'
import { readSettings, type Settings } from './settings.ts'
import { type RunningApp, startApp } from './start-app.ts'

/** Serves the app until a signal stops it. */
export async function run(args: readonly string[]): Promise<number> {
  const settings = readSettings(args, process.env)
  using stop = untilSignal()
  if (settings.build) await preparePage()
  const app = await startApp({ ...settings, onError: createReporter('yo-chat') })
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
         To use a real model, add a key in the settings of the page, or ${describeRemedies()}, here or in .env.`
    : 'demo: an offline stand-in that follows rules and understands little.'

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SweatpantsError } from '@sweatpants/framework'
import { config } from '../config.ts'
import { buildPage } from './build-page.ts'
import { HELP } from './help.ts'
import { describeStore } from './open-store.ts'
import { readSettings, type Settings } from './settings.ts'
import { DIST, type RunningApp, startApp } from './start-app.ts'
import { untilSignal } from './until-signal.ts'
import { UsageError } from './usage-error.ts'

async function main(args: readonly string[]): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(args, process.env)
  if (settings.help) return void process.stdout.write(HELP)
  const signalled = untilSignal()
  const isBuilt = settings.build && (await buildPage(join(import.meta.dirname, '../page'), DIST))
  if (settings.build && !isBuilt) console.log('There is no page to build in apps/yo-chat/page.')
  const app = await startApp({ ...settings, onError: tell })
  console.log(describe(app, settings))
  console.log(`\nEnding on ${await signalled}.`)
  await app.close()
}

/** Whatever the framework says of the world outside is a sentence; anything else needs its stack. */
const tell = (error: unknown): void =>
  console.error(error instanceof SweatpantsError ? `yo-chat: ${error.message}` : error)

function describe(app: RunningApp, { host, store, model }: Settings): string {
  const lines = [
    `${config.name} is ready.`,
    '',
    `  Page   ${app.hasPage ? app.url : 'none is built'}`,
    `  Chat   ${app.url}api/chat`,
    `  MCP    ${app.url}mcp`,
    `  Model  ${app.model === 'demo' ? describeDemo(model) : app.model}`,
    `  Store  ${describeStore(store)}`,
  ]
  if (!/^(127\.[\d.]+|::1|localhost)$/.test(host)) {
    lines.push('', `Whoever reaches ${host} can use this: nothing asks who is calling.`)
  }
  return lines.join('\n')
}

const describeDemo = (choice: string | undefined): string =>
  choice === undefined
    ? `demo: no key of a provider was found, so an offline stand-in answers, which follows rules and understands little.
         Set ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_API_KEY or PERPLEXITY_API_KEY, here or in .env, for a real one.`
    : 'demo: an offline stand-in, which follows rules and understands little.'

try {
  await main(process.argv.slice(2))
  // An attempt to connect to a server may still be on its way.
  process.exit(0)
} catch (error) {
  const isMistake = error instanceof UsageError
  console.error(isMistake ? `yo-chat: ${error.message}` : error)
  process.exit(isMistake ? 2 : 1)
}

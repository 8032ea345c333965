#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { HELP } from './help.ts'
import { UsageError } from './usage-error.ts'

/** Loaded when they are run: `call` needs no server, and `inspect` nothing of either. */
const commands: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<number>>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  dev: async () => (await import('./dev.ts')).dev,
  call: async () => (await import('./call.ts')).call,
  inspect: async () => (await import('./inspect.ts')).inspect,
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h' || args.includes('--help')) {
    process.stdout.write(HELP)
    return 0
  }
  if (name === '--version') {
    console.log(readVersion())
    return 0
  }
  if (name === undefined) throw new UsageError(`expected a command (${known()}); --help tells about them`)
  if (!Object.hasOwn(commands, name)) throw new UsageError(`there is no command "${name}"; there is ${known()}`)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const command = await commands[name]!()
  return command(args)
}

const known = (): string => Object.keys(commands).join(', ')

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isMistake = error instanceof UsageError
  process.exitCode = isMistake ? 2 : 1
  console.error(isMistake ? `sweatpants: ${error.message}` : error)
}

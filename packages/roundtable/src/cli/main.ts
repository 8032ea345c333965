#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { SweatpantsError } from '@sweatpants/framework'
import { readVersion } from '../read-version.ts'
import { UsageError } from './usage-error.ts'

type Command = (args: readonly string[]) => Promise<number>

/** Loaded when they are run: what serves needs nothing of what debates in a terminal. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  debate: async () => (await import('./debate.ts')).debate,
  continue: async () => (await import('./continue.ts')).continueDebate,
}

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write((await import('./help.ts')).HELP)
    return 0
  }
  if (name === '--version') {
    console.log(readVersion())
    return 0
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  if (Object.hasOwn(commands, name)) return (await commands[name]!())(rest)
  return (await import('./serve.ts')).serve(args)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1
  console.error(error instanceof SweatpantsError ? `ai-roundtable: ${error.message}` : error)
}

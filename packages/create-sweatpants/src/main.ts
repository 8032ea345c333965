import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Answers, ask, DEFAULT_FOLDER } from './ask.ts'
import { createProject } from './create-project.ts'
import { HELP } from './help.ts'
import { nextSteps } from './next-steps.ts'
import { readArgs } from './read-args.ts'
import { UsageError } from './usage-error.ts'
import { DEFAULT_VARIANT } from './variants.ts'

const PACKAGE = join(import.meta.dirname, '..')

async function main(args: readonly string[]): Promise<number> {
  const { yes, help, version, ...given } = readArgs(args)
  if (help || version) {
    process.stdout.write(help ? HELP : `${readVersion()}\n`)
    return 0
  }
  const canAsk = !yes && process.stdin.isTTY && process.stdout.isTTY
  const defaults: Answers = { folder: DEFAULT_FOLDER, variant: DEFAULT_VARIANT }
  const answers = canAsk
    ? await ask(given, { input: process.stdin, output: process.stdout })
    : { ...defaults, ...given }
  if (answers === undefined) {
    console.error('\nNothing was written.')
    return 130
  }
  const folder = resolve(answers.folder)
  await createProject(PACKAGE, answers.variant, folder)
  console.log(nextSteps(relative('', folder) || '.', answers.variant))
  return 0
}

const readVersion = (): string => JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isMistake = error instanceof UsageError
  process.exitCode = isMistake ? 2 : 1
  console.error(isMistake ? `create-sweatpants: ${error.message}` : error)
}

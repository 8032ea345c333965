import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { askFolder, DEFAULT_FOLDER } from './ask-folder.ts'
import { createProject } from './create-project.ts'
import { HELP } from './help.ts'
import { nextSteps } from './next-steps.ts'
import { readArgs } from './read-args.ts'
import { UsageError } from './usage-error.ts'

const PACKAGE = join(import.meta.dirname, '..')

async function main(args: readonly string[]): Promise<number> {
  const { folder: given, yes, help, version } = readArgs(args)
  if (help || version) {
    process.stdout.write(help ? HELP : `${readVersion()}\n`)
    return 0
  }
  const canAsk = !yes && process.stdin.isTTY && process.stdout.isTTY
  const named = given ?? (canAsk ? await askFolder({ input: process.stdin, output: process.stdout }) : DEFAULT_FOLDER)
  if (named === undefined) {
    console.error('\nNothing was written.')
    return 130
  }
  const folder = resolve(named)
  await createProject(join(PACKAGE, 'template'), folder)
  console.log(nextSteps(relative('', folder) || '.'))
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

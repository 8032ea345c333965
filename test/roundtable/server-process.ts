import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Ended, type Watched, watchOutput } from '../watch-output.ts'

export const root = join(import.meta.dirname, '../..')
const main = join(root, 'packages/roundtable/src/cli/main.ts')

export const toArguments = (args: readonly string[]): string[] => ['--conditions=@sweatpants/source', main, ...args]

/** Returns an environment without the variables of this machine. */
export const toEnvironment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_NO_WARNINGS: '1',
  ...env,
})

/** A running `ai-roundtable`. */
export interface Process extends Watched, AsyncDisposable {
  kill(signal: NodeJS.Signals): Promise<Ended>
}

export function start(args: readonly string[], env: Record<string, string>): Process {
  const child = spawn(process.execPath, toArguments(args), {
    cwd: root,
    env: toEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { ended, until } = watchOutput(child)
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    ended,
    kill,
    until,
    async [Symbol.asyncDispose]() {
      await kill('SIGKILL')
    },
  }
}

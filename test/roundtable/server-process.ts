import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const main = join(root, 'packages/roundtable/src/cli/main.ts')

export const toArguments = (args: readonly string[]): string[] => ['--conditions=@sweatpants/source', main, ...args]

/** Of what this machine has, only what every process needs. */
export const toEnvironment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_NO_WARNINGS: '1',
  ...env,
})

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** `ai-roundtable` while it runs. */
export interface Process extends AsyncDisposable {
  readonly ended: Promise<Ended>
  /** Comes to the match once stderr has it; rejects when the process ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): Promise<Ended>
}

export function start(args: readonly string[], env: Record<string, string>): Process {
  const child = spawn(process.execPath, toArguments(args), {
    cwd: root,
    env: toEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...printed }))
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    ended,
    kill,
    until(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
      const look = () => {
        const found = pattern.exec(printed.stderr)
        if (found !== null) resolve(found)
      }
      child.stderr.on('data', look)
      ended.then(({ stderr }) => reject(new Error(`ended without ${pattern}: ${stderr}`)))
      look()
      return promise
    },
    async [Symbol.asyncDispose]() {
      await kill('SIGKILL')
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Ended, type Watched, watchOutput } from '../watch-output.ts'

// Each of these tests starts processes, while other tests have the machine busy.

export const root = join(import.meta.dirname, '../..')
export const main = join(root, 'packages/framework/src/cli/main.ts')
export const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name)

/** The command while it runs. What it prints is kept. */
export interface Command extends Watched, AsyncDisposable {
  readonly child: ChildProcess
}

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
  /** All of stdin; it stays open when absent. */
  input?: string
  /** Another program than the command. */
  program?: string
}

/** Nothing that the machine is configured with. */
const { SWEATPANTS_KEYS: _keys, STORE: _store, MODEL: _model, ...inherited } = process.env

/** Starts `sweatpants` as a person would. */
export function start(
  args: readonly string[],
  { cwd = root, env = {}, input, program = main }: CommandOptions = {},
): Command {
  const child = spawn(process.execPath, ['--conditions=@sweatpants/source', program, ...args], {
    cwd,
    env: { ...inherited, NODE_NO_WARNINGS: '1', ...env },
    timeout: 30_000,
  })
  // A program that refuses its arguments ends without reading what it is given.
  child.stdin.on('error', () => {})
  if (input !== undefined) child.stdin.end(input)
  const { ended, until } = watchOutput(child)

  return {
    child,
    ended,
    until,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs `sweatpants` to its end. */
export const run = (args: readonly string[], options: CommandOptions = {}): Promise<Ended> =>
  start(args, { input: '', ...options }).ended

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { vi } from 'vitest'

// Each of these tests starts processes, while other tests have the machine busy.
vi.setConfig({ testTimeout: 30_000 })

export const root = join(import.meta.dirname, '../..')
export const main = join(root, 'packages/framework/src/cli/main.ts')
export const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name)

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** The command while it runs. What it prints is kept. */
export interface Command extends AsyncDisposable {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Comes to the match once stderr has it; rejects when the command ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>
}

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
  /** All of stdin; it stays open when absent. */
  input?: string
}

/** Nothing that the machine is configured with. */
const { SWEATPANTS_KEYS: _keys, STORE: _store, MODEL: _model, ...inherited } = process.env

/** Starts `sweatpants` as a person would. */
export function start(args: readonly string[], { cwd = root, env = {}, input }: CommandOptions = {}): Command {
  const child = spawn(process.execPath, ['--conditions=@sweatpants/source', main, ...args], {
    cwd,
    env: { ...inherited, NODE_NO_WARNINGS: '1', ...env },
    timeout: 30_000,
  })
  if (input !== undefined) child.stdin.end(input)
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }))

  return {
    child,
    ended,
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
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs `sweatpants` to its end. */
export const run = (args: readonly string[], options: CommandOptions = {}): Promise<Ended> =>
  start(args, { input: '', ...options }).ended

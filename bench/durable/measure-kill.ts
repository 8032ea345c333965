import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporarySchema } from '../../test/postgres.ts'
import type { SystemName } from './systems.ts'

export interface Kill {
  /** Killed while a question was open, or in the middle of a piece of work, right after it was done. */
  when: 'waiting' | 'working'
  /** The question, or the piece of work, from 0. */
  at: number
}

/** The result of a run whose process was killed and that another process finished. */
export interface Aftermath {
  /** Pieces of work that were done more than once. */
  repeated: number
  /** Pieces that were never done. */
  missing: number
  /** Whether the result is the same as without the kill. */
  isRight: boolean
  /** Questions that the second process ran. */
  questions: number
  /** Milliseconds from the start of the second process to the end of the run. */
  ms: number
}

type Message = { type: 'asked' } | { type: 'done'; sum: number; questions: number }

/** Runs so many questions with work before each, kills the process, and has another finish. */
export async function killAndFinish(
  system: SystemName,
  { url, folder, questions, kill }: { url: string; folder: string; questions: number; kill: Kill },
): Promise<Aftermath> {
  const { schema, drop } = createTemporarySchema(url)
  const ledger = join(folder, schema)
  writeFileSync(ledger, '')
  const env = { SYSTEM: system, URL: url, SCHEMA: schema, QUESTIONS: String(questions), LEDGER: ledger }
  await runUntilKilled(env, kill)
  const start = performance.now()
  const { sum, questions: asked } = await runToEnd({ ...env, LEFT: kill.when })
  const ms = performance.now() - start
  await drop()
  const done = readFileSync(ledger, 'utf8').trim().split('\n').map(Number)
  const pieces = new Set(done).size
  return {
    repeated: done.length - pieces,
    missing: questions - pieces,
    isRight: sum === questions,
    questions: asked,
    ms,
  }
}

async function runUntilKilled(env: NodeJS.ProcessEnv, { when, at }: Kill): Promise<void> {
  const child = startChild({ ...env, [when === 'waiting' ? 'SILENT_AT' : 'KILLED_IN']: String(at) })
  const exited = once(child, 'exit')
  let asked = 0
  child.on('message', (message: Message) => {
    if (message.type === 'asked' && when === 'waiting' && asked++ === at) child.kill('SIGKILL')
  })
  const [code, signal] = await exited
  if (signal !== 'SIGKILL') throw new Error(`the process was to be killed, and ended with ${code}`)
}

async function runToEnd(env: NodeJS.ProcessEnv): Promise<Message & { type: 'done' }> {
  const child = startChild(env)
  const exited = once(child, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<Message & { type: 'done' }>()
  child.on('message', (message: Message) => message.type === 'done' && resolve(message))
  child.on('exit', (code, signal) => reject(new Error(`the process has ended with ${signal ?? code} before the run`)))
  const done = await promise
  await exited
  return done
}

function startChild(env: NodeJS.ProcessEnv): ChildProcess {
  const execArgv = ['--conditions=@sweatpants/source', '--no-deprecation']
  return fork(new URL('./child.ts', import.meta.url), { env: { ...process.env, ...env }, execArgv })
}

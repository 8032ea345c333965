import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from '@sweatpants/framework/terminal'

/** A span, as the workers send it to the collector. */
export interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentId: string | undefined
  linkedIds: string[]
  events: string[]
  attributes: Record<string, unknown>
}

export type FromWorker = { type: 'span'; span: SentSpan } | { type: 'charging' } | { type: 'result'; value: string }

/** Kills a process in the middle of an order, lets another one finish it, and checks the trace. Resolves to the exit code. */
export async function main(terminal: Terminal): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'traced-order-'))
  const args = [join(folder, 'store.db'), 'order-1']
  try {
    const killed = startWorker([...args, 'stuck'])
    await killed.received(
      ({ messages }) => messages.some(({ type }) => type === 'charging') && spansOf(messages).length > 0,
    )
    killed.child.kill('SIGKILL')
    await killed.closed
    terminal.print('The first process was killed while it charged.')

    const finished = startWorker(args)
    await finished.closed
    const before = spansOf(killed.messages)
    const after = spansOf(finished.messages)
    for (const [process, spans] of [before, after].entries()) {
      for (const span of spans) terminal.print(`process ${process + 1}: ${describe(span)}`)
    }
    const problems = check(before, after)
    for (const problem of problems) terminal.print(`Wrong: ${problem}`)
    const [result] = finished.messages.flatMap((message) => (message.type === 'result' ? message.value : []))
    terminal.print(`The order: ${result}`)
    return problems.length === 0 && result === 'a lamp from shelf 7, paid' ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns what is wrong with the trace. */
function check(before: SentSpan[], after: SentSpan[]): string[] {
  const [reserve] = before
  const [charge, run] = after
  const facts: [string, boolean][] = [
    ['the first process reserves', names(before) === 'step reserve'],
    ['the second process charges, and does not reserve again', names(after) === 'step charge, run order'],
    ['all spans are of one trace', new Set([...before, ...after].map(({ traceId }) => traceId)).size === 1],
    // The span of the run in the killed process never ended, so it was never exported. Its id is in the journal.
    ['the run links to the span that was killed', run?.linkedIds.join() === reserve?.parentId],
    ['the charge is below the run', charge?.parentId === run?.spanId],
    [
      'the run was resumed for its user',
      run?.attributes['enduser.id'] === 'ada' && run.attributes['sweatpants.run.resumed'] === true,
    ],
    ['the run ended', run?.attributes['sweatpants.run.state'] === 'completed'],
  ]
  return facts.filter(([, holds]) => !holds).map(([fact]) => `not true that ${fact}`)
}

const names = (spans: SentSpan[]): string => spans.map(({ name }) => name).join(', ')

const describe = ({ name, linkedIds, events }: SentSpan): string =>
  [name, ...events, ...(linkedIds.length > 0 ? ['linked to the killed span'] : [])].join('; ')

const spansOf = (messages: FromWorker[]): SentSpan[] =>
  messages.flatMap((message) => (message.type === 'span' ? message.span : []))

interface Worker {
  child: ChildProcess
  messages: FromWorker[]
  closed: Promise<unknown>
  /** Resolves once the messages that were received suffice. */
  received(suffices: (worker: Worker) => boolean): Promise<void>
}

/** Starts a process that runs the order; this process is its collector. */
function startWorker(args: string[]): Worker {
  const execArgv = ['--conditions=@sweatpants/source']
  const child = fork(join(import.meta.dirname, 'worker.ts'), args, { execArgv })
  const messages: FromWorker[] = []
  child.on('message', (message) => messages.push(message as FromWorker))
  const worker: Worker = {
    child,
    messages,
    closed: once(child, 'close'),
    async received(suffices) {
      while (!suffices(worker)) await once(child, 'message')
    },
  }
  return worker
}

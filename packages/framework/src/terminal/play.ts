import { messageOf } from '../tools/describe.ts'
import type { Elicits } from '../tools/elicit.ts'
import { type Capabilities, createMemoryJournal } from '../tools/journal.ts'
import type { OutsideWait } from '../tools/outside.ts'
import { type Ended, RunHandle } from '../tools/run-handle.ts'
import type { Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { createTerminalPeer, type TerminalPeerOptions } from './peer.ts'
import { LeftError } from './prompt.ts'

/**
 * Runs a tool at a terminal until it ends. The person there answers for everyone: questions to other people too, each time as
 * another one of those who are asked, and what a signal would bring.
 */
export async function playInTerminal<T>(
  tool: McpTool<string, Schema, Elicits, T>,
  params: unknown,
  { can, signal, ...options }: TerminalPeerOptions & { can: Capabilities; signal: AbortSignal },
): Promise<Ended<T>> {
  const { terminal } = options
  const peer = createTerminalPeer(options)
  const run = new RunHandle<T>(tool, params, {
    peer,
    can,
    signal,
    // With a journal the arguments are checked before the tool runs.
    journal: createMemoryJournal(),
    signalUrl: (runId, name) => `https://signals.invalid/${runId}/${name}`,
    onError: (error) => terminal.print(error.message),
    onWait(wait, ended) {
      answer(wait, ended).catch((error) => {
        if (ended.aborted) return
        if (!(error instanceof LeftError)) terminal.print(messageOf(error))
        run.cancel()
      })
    },
  })

  async function answer(wait: OutsideWait, ended: AbortSignal): Promise<void> {
    if (wait.type === 'signal') return run.signal(wait.key, await peer.readSignal(wait.key, ended))
    const outcome = await peer.answer(wait, ended)
    if (outcome.type === 'failure') throw new Error(outcome.failure.message)
    const { id, attempt, to, answeredBy = [] } = wait
    const by = to[answeredBy.length] ?? `${to.at(-1)} ${answeredBy.length + 1}`
    if (outcome.type === 'value') run.answer({ [id]: outcome.value }, { by, attempt })
  }

  const cancel = () => run.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await run.ended
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

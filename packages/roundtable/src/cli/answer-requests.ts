import type { Terminal } from '@sweatpants/framework/terminal'
import type { ContextRequest, ContextResult } from '../session/context-request.ts'

export interface Answering {
  /** Where a person can be asked. */
  terminal: Terminal | undefined
  signal: AbortSignal
  say(text: string): void
}

/** Answers what agents want to know: by asking the person, or by telling that nobody can be asked. */
export async function answerRequests(
  requests: readonly ContextRequest[],
  { terminal, signal, say }: Answering,
): Promise<ContextResult[]> {
  if (terminal !== undefined) return askPerson(requests, terminal, signal)
  const required = requests.filter(({ priority }) => priority === 'required')
  for (const { agentId, query } of required) say(`  ${agentId} is told that nobody can be asked: ${query}`)
  return required.map(({ id }) => unavailable(id, 'nobody could be asked'))
}

async function askPerson(requests: readonly ContextRequest[], terminal: Terminal, signal: AbortSignal) {
  const results: ContextResult[] = []
  for (const { id, agentId, query, reason, priority } of requests) {
    terminal.print(`\n${agentId} asks (${priority}): ${query}\n  because: ${reason}`)
    const answer = (await terminal.ask('Your answer, or nothing if you cannot say: ', signal))?.trim()
    results.push(
      answer ? { requestId: id, success: true, result: answer } : unavailable(id, 'the person could not say'),
    )
  }
  return results
}

const unavailable = (requestId: string, error: string): ContextResult => ({ requestId, success: false, error })

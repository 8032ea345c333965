import type { Terminal } from '@sweatpants/framework/terminal'
import type { Begun, Roundtable } from '../debate/roundtable.ts'
import { sayQuestion } from '../report/words.ts'
import type { ContextRequest, ContextResult } from '../session/context-request.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import { isHeard, type Session } from '../session/session.ts'
import type { Progress } from './progress.ts'

export interface PlayOptions extends Omit<Answering, 'say' | 'nameOf'> {
  progress: Progress
}

/** Plays the round that has begun and all rounds after it; resolves to the debate once it is over. */
export async function playToEnd(roundtable: Roundtable, begun: Begun, options: PlayOptions): Promise<Session> {
  const { progress, signal } = options
  for (let current = begun; ; ) {
    const { totalRounds } = await roundtable.get(current.sessionId)
    progress.open(`Round ${current.round} of ${totalRounds}`)
    const session = await roundtable.finish(current, {
      signal,
      onHeard: (heard) => progress.hear(heard),
      onDrafts: (drafts) => progress.draft(drafts),
    })
    progress.rest()
    const { question } = session
    if (question?.since === current.round) progress.say(`  ${sayQuestion(question)}`)
    // A round in which no seat was heard is not held again by itself.
    if (session.status !== 'active' || !isHeard(session, current.round)) return session
    const contextResults = await answerPending(session, options)
    current = await roundtable.continue(session.id, { contextResults })
  }
}

export const answerPending = (session: Session, { progress, ...rest }: PlayOptions) =>
  answerRequests(session.pendingContextRequests, {
    ...rest,
    nameOf: nameSeats(session),
    say: (text) => progress.say(text),
  })

export interface Answering {
  /** Where the person is asked; absent if there is no terminal. */
  terminal: Terminal | undefined
  signal: AbortSignal
  nameOf: NameOf
  say(text: string): void
}

/** Answers the requests of agents: asks the person, or answers the required ones as unavailable if there is no terminal. */
export async function answerRequests(
  requests: readonly ContextRequest[],
  { terminal, signal, nameOf, say }: Answering,
): Promise<ContextResult[]> {
  if (terminal !== undefined) return askPerson(requests, nameOf, terminal, signal)
  const required = requests.filter(({ priority }) => priority === 'required')
  for (const { agentId, query } of required) say(`  There is no terminal to ask for ${nameOf(agentId)}: ${query}`)
  return required.map(({ id }) => unavailable(id, 'there is no one to ask'))
}

async function askPerson(requests: readonly ContextRequest[], nameOf: NameOf, terminal: Terminal, signal: AbortSignal) {
  const results: ContextResult[] = []
  for (const { id, agentId, query, reason, priority } of requests) {
    terminal.print(`\n${nameOf(agentId)} asks (${priority}): ${query}\n  Reason: ${reason}`)
    const answer = (await terminal.ask('Your answer (press Enter if you do not know): ', signal))?.trim()
    results.push(
      answer ? { requestId: id, success: true, result: answer } : unavailable(id, 'the person does not know'),
    )
  }
  return results
}

const unavailable = (requestId: string, error: string): ContextResult => ({ requestId, success: false, error })

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
    await answerPending(roundtable, session, options)
    current = await roundtable.continue(session.id)
  }
}

/** Stores each answer when it is given: an interrupt loses only the one that is being typed. */
export async function answerPending(
  roundtable: Pick<Roundtable, 'answerContext'>,
  session: Session,
  { progress, ...rest }: PlayOptions,
): Promise<void> {
  const results = answerRequests(session.pendingContextRequests, {
    ...rest,
    nameOf: nameSeats(session),
    say: (text) => progress.say(text),
  })
  for await (const result of results) await roundtable.answerContext(session.id, [result])
}

export interface Answering {
  /** Where the person is asked; absent if there is no terminal. */
  terminal: Terminal | undefined
  signal: AbortSignal
  nameOf: NameOf
  say(text: string): void
}

/** Answers the requests of agents: asks the person, or answers the required ones as unavailable if there is no terminal. */
export async function* answerRequests(
  requests: readonly ContextRequest[],
  { terminal, signal, nameOf, say }: Answering,
): AsyncGenerator<ContextResult> {
  for (const { id, agentId, query, reason, priority } of requests) {
    if (terminal !== undefined) {
      terminal.print(`\n${nameOf(agentId)} asks (${priority}): ${query}\n  Reason: ${reason}`)
      const answer = (await terminal.ask('Your answer (press Enter if you do not know): ', signal))?.trim()
      yield answer ? { requestId: id, success: true, result: answer } : unavailable(id, 'the person does not know')
    } else if (priority === 'required') {
      say(`  There is no terminal to ask for ${nameOf(agentId)}: ${query}`)
      yield unavailable(id, 'there is no one to ask')
    }
  }
}

const unavailable = (requestId: string, error: string): ContextResult => ({ requestId, success: false, error })

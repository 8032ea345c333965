import type { Begun, Roundtable } from '../debate/roundtable.ts'
import type { Session } from '../session/session.ts'
import { type Answering, answerRequests } from './answer-requests.ts'
import type { Progress } from './progress.ts'

export interface PlayOptions extends Omit<Answering, 'say'> {
  progress: Progress
}

/** Plays the round that was begun, and every round after it until the debate is over. */
export async function playToEnd(roundtable: Roundtable, begun: Begun, options: PlayOptions): Promise<Session> {
  const { progress, signal } = options
  for (let current = begun; ; ) {
    const { totalRounds } = await roundtable.get(current.sessionId)
    progress.open(`Round ${current.round} of ${totalRounds}`)
    const session = await roundtable.finish(current, { signal, onHeard: (heard) => progress.hear(heard) })
    progress.rest()
    if (session.status !== 'active') return session
    const contextResults = await answerPending(session, options)
    current = await roundtable.continue(session.id, { contextResults })
  }
}

export const answerPending = ({ pendingContextRequests }: Session, { progress, ...rest }: PlayOptions) =>
  answerRequests(pendingContextRequests, { ...rest, say: (text) => progress.say(text) })

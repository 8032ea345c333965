import type { Mode } from '../modes/mode.ts'
import type { Seat } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { ballotFormat } from './answer-format.ts'
import { createFence } from './fence.ts'
import type { Prompt } from './prompt.ts'
import { answersSection, introduction, personaSection, sections, topicSection } from './sections.ts'

/** Asks a seat what it holds before anybody speaks: itself, not the role that it may have to play. */
export function ballotPrompt(input: { session: Session; mode: Mode; seat: Seat; nonce: string }): Prompt {
  const { session, mode, seat, nonce } = input
  const fence = createFence(nonce, [session, seat])
  const system = sections([
    introduction(session, mode, seat),
    fence.explain(),
    personaSection(seat, fence),
    ballotFormat({ hasAnswers: session.answers.length > 0 }),
  ])
  const message = sections([
    topicSection(session, fence),
    answersSection(session, fence),
    'Before anybody speaks, there is a private ballot; nobody else at the table will see yours. Say what you yourself hold, whatever side you may have to argue later, and how sure you are. Be brief.',
  ])
  return { system, message }
}

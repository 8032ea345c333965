import type { Mode } from '../modes/mode.ts'
import type { Seat } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { ballotFormat } from './answer-format.ts'
import { createFence } from './fence.ts'
import type { Prompt } from './prompt.ts'
import { answersSection, introduction, personaSection, sections, topicSection } from './sections.ts'

interface BallotPromptInput {
  session: Session
  mode: Mode
  seat: Seat
  nonce: string
  /** Whether it was asked before. It is not told what it said then, nor what others did. */
  isAgain: boolean
}

const BEFORE = 'Before anybody speaks, there is a private ballot.'
const AGAIN =
  'Not all said the same on their own, so there is a private ballot, as if nothing had been said. Work it out afresh, by another way if there is one.'

/** Asks a seat what it holds, before it hears anybody or as if it had not: itself, not the role that it may have to play. */
export function ballotPrompt(input: BallotPromptInput): Prompt {
  const { session, mode, seat, nonce, isAgain } = input
  const fence = createFence(nonce, [session, seat])
  const system = sections([
    introduction(session, mode, seat),
    fence.explain(),
    personaSection(seat, fence),
    ballotFormat({ hasAnswers: session.answers.length > 0, isAgain }),
  ])
  const message = sections([
    topicSection(session, fence),
    answersSection(session, fence),
    isAgain ? AGAIN : BEFORE,
    'Nobody else at the table will see yours. Say what you yourself hold, whatever side you may have to argue, and how sure you are. Be brief.',
  ])
  return { system, message }
}

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

const BEFORE = 'Be brief.'
/** That others say something else is not told, as that would move it. */
const AGAIN = 'Work it out step by step, and check it in another way if there is one.'

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
    `There is a private ballot; nobody else at the table will see yours. Say what you yourself hold, whatever side you may have to argue, and how sure you are. ${isAgain ? AGAIN : BEFORE}`,
  ])
  return { system, message }
}

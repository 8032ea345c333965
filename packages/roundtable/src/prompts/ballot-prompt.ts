import type { Mode } from '../modes/mode.ts'
import { optionsOf } from '../session/question.ts'
import type { Seat } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { ballotFormat } from './answer-format.ts'
import { createFence } from './fence.ts'
import {
  attachmentsSection,
  formOf,
  introduction,
  optionsSection,
  type Prompt,
  personaSection,
  questionSection,
  sections,
  topicSection,
} from './sections.ts'

interface BallotPromptInput {
  session: Session
  mode: Mode
  seat: Seat
  nonce: string
  /** Whether the seat is asked again. The prompt contains neither its first vote nor those of others. */
  isAgain: boolean
}

const BALLOT =
  'There is a private ballot: no other seat will see yours. Say what you yourself hold, regardless of any side you have to argue, and how sure you are. Be brief.'

/**
 * The same question in other words: asked in the same words, a model repeats its answer, right or wrong. Does not say that the
 * votes differ, because that would influence the seat.
 */
const AGAIN =
  'There is a private ballot: no other seat will see yours. Look at the question from the other end: for each answer that could be given, name what would make it wrong. Then say which one is left standing for you, regardless of any side you have to argue, and how sure you are.'

/** Asks a seat for its private vote, as if it had not heard others, and apart from any role that it plays. */
export function ballotPrompt(input: BallotPromptInput): Prompt {
  const { session, mode, seat, nonce, isAgain } = input
  const fence = createFence(nonce, [session, seat])
  const options = optionsOf(session)
  const system = sections([
    introduction(session, mode, seat),
    fence.explain(),
    personaSection(seat, fence),
    ballotFormat({ ...formOf(session, seat), isGrouped: false }, { isAgain }),
  ])
  const message = sections([
    topicSection(session, fence),
    isAgain && options.length > 0
      ? // In another order, since the place of an answer in a list has an effect too.
        optionsSection(options.toReversed(), fence, session.question?.kind === 'open')
      : questionSection(session, fence),
    attachmentsSection(session, fence),
    isAgain ? AGAIN : BALLOT,
  ])
  return { system, message }
}

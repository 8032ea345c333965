import { findMode } from '../modes/index.ts'
import { responsesOf, type Session } from '../session/session.ts'
import { jsonFormat } from './answer-format.ts'
import { digest } from './digest.ts'
import { createFence } from './fence.ts'
import { roomOf } from './fit.ts'
import { createNames, type Prompt, sections, topicSection, toStatements } from './sections.ts'

const FORMAT = jsonFormat({
  summary: '"what the round has shown, in three sentences at most"',
  keyPoints: '["each point that a reader must know, in a sentence"]',
})

/** Asks for a summary of a round, whose statements are in the session. */
export function summaryPrompt(input: { session: Session; round: number; nonce: string; promptTokens: number }): Prompt {
  const { session, round, nonce, promptTokens } = input
  const mode = findMode(session.mode)
  const statements = toStatements(responsesOf(session, round), session, mode)
  const fence = createFence(nonce, [session.topic, session.seats, statements])
  const system = sections([
    'You are the recorder of a roundtable debate. You take no side and add nothing that was not said.',
    fence.explain(),
    'Say where the speakers agree and where they part, and on what grounds. Do not count votes: they are counted elsewhere.',
    FORMAT,
  ])
  const messageWith = (told: string): string =>
    sections([
      topicSection(session, fence),
      `What was said in round ${round} of ${session.totalRounds}:\n${told}`,
      'Sum it up.',
    ])
  const chapter = { heading: `Round ${round}:`, statements, isNewest: true }
  const room = roomOf(promptTokens) - system.length - messageWith('').length
  const nameOf = createNames(session, mode)
  return { system, message: messageWith(digest([chapter], room, { fence, nameOf })) }
}

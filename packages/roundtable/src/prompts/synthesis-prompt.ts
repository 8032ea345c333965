import { findMode } from '../modes/index.ts'
import { sayBand, sayPercent } from '../report/words.ts'
import { type ConsensusResult, givenAnswer } from '../session/consensus.ts'
import { responsesOf, type Session } from '../session/session.ts'
import { jsonFormat } from './answer-format.ts'
import { contextDigest, digest, providedContext } from './digest.ts'
import { createFence } from './fence.ts'
import { roomOf } from './fit.ts'
import {
  attachmentsSection,
  createNames,
  type Prompt,
  questionSection,
  roundHeading,
  sections,
  topicSection,
  toStatements,
} from './sections.ts'

const BY = '"by": ["names of the speakers who said it"]'

const FORMAT = jsonFormat({
  answer: '"what to do, or what is true, in one to three sentences, and how far it can be relied on"',
  follows:
    '"the counted answer that this is, word for word; for an estimate the number; empty if the vote gives no answer"',
  reasons: `[{ "text": "why, in a sentence", ${BY} }]`,
  conditions: `[{ "text": "what must hold for the answer to be right", ${BY} }]`,
  risks: `[{ "text": "what can go wrong", ${BY} }]`,
  nextSteps: `[{ "text": "what to do, or to find out, first", ${BY} }]`,
  commonGround: `[{ "text": "what all speakers hold", ${BY} }]`,
  disagreements: `[{ "text": "what is contested, and who holds what", ${BY}, "settledBy": "the fact or value that would settle it" }]`,
  wouldChange: `[{ "text": "what would change the answer", ${BY} }]`,
})

/** Asks for the answer of the whole debate, for a reader who was not there. */
export function synthesisPrompt(input: { session: Session; nonce: string; promptTokens: number }): Prompt {
  const { session, nonce, promptTokens } = input
  const fence = createFence(nonce, session)
  const mode = findMode(session.mode)
  const teller = { fence, nameOf: createNames(session, mode) }
  const system = sections([
    'You are the rapporteur of a roundtable debate. You take no side, and write for a reader who was not there and has to decide.',
    fence.explain(),
    'Report what was said; add no argument of your own. Where a result was counted, give that answer and say what speaks against it; where the vote gives no answer, say so and give none. Minorities with a good reason are named with it. What was only claimed is not evidence. Name the speakers of each statement; leave a list empty rather than invent.',
    FORMAT,
  ])
  const last = session.rounds.at(-1)
  const chapters = session.rounds.map(({ number }) => ({
    heading: roundHeading(session, number),
    statements: toStatements(responsesOf(session, number), session, mode),
    isNewest: number === last?.number,
  }))
  const messageWith = (told: string, context: string): string =>
    sections([
      topicSection(session, fence),
      questionSection(session, fence),
      attachmentsSection(session, fence),
      `What was said:\n${told}`,
      context !== '' && `What was asked, and what the caller found:\n${context}`,
      session.consensus &&
        `Where it stands, as it was counted:\n${fence.data('result', resultText(session.consensus, teller.nameOf))}`,
      'Write it now, in the format that you were given, and in nothing else.',
    ])
  const room = roomOf(promptTokens) - system.length - messageWith(' ', ' ').length
  const records = last === undefined ? [] : providedContext(session, last)
  const wanted = digest(chapters, Number.POSITIVE_INFINITY, teller).length
  const context = contextDigest(records, Math.max(room / 2, room - wanted), teller)
  return { system, message: messageWith(digest(chapters, room - context.length, teller), context) }
}

/** What the vote gives as its answer, or that it gives none. Written from it, the text does not contradict the headline. */
function sayCounted(consensus: ConsensusResult): string {
  const { decision, leading, unrated } = consensus
  const ahead = decision?.answer ?? leading
  if (ahead === undefined) return 'the vote gives no answer'
  if (decision === undefined || givenAnswer(consensus) !== undefined) return `the counted answer is “${ahead}”`
  const why =
    unrated === 'unconfirmed'
      ? 'the seats have not confirmed that the proposals merged into it mean the same'
      : 'it is more likely wrong than right'
  return `the vote gives no answer; “${ahead}” is ahead, but ${why}`
}

/** The computed consensus as text. */
function resultText(consensus: ConsensusResult, nameOf: (agentId: string) => string): string {
  const { level, agreementScore, decision, estimate, seats, vote, dissent, flips, warnings } = consensus
  return [
    sayCounted(consensus),
    estimate !== undefined && `the panel's range is ${estimate.low} to ${estimate.high} ${estimate.unit}`,
    `consensus is ${level}; ${sayPercent(agreementScore)} of the seats stand behind what leads`,
    decision?.probability !== undefined && `it is ${sayBand(decision.probability)}`,
    `${seats.heard} of ${seats.total} seats were heard`,
    ...vote.map(
      ({ answer, agentIds }) => `${agentIds.length} for “${answer}”, which are ${agentIds.map(nameOf).join(', ')}`,
    ),
    ...dissent.map(({ agentId, answer, reason }) => `${nameOf(agentId)} dissents with “${answer}”, because ${reason}`),
    ...flips.map(
      ({ agentId, round, from, to }) => `${nameOf(agentId)} went from “${from}” to “${to}” in round ${round}`,
    ),
    ...warnings,
  ]
    .filter((line) => line !== false)
    .join('\n')
}

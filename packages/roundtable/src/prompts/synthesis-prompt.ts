import { findMode } from '../modes/index.ts'
import { sayBand } from '../report/words.ts'
import type { ConsensusResult } from '../session/consensus.ts'
import { responsesOf, type Session } from '../session/session.ts'
import { contextDigest, digest, providedContext } from './digest.ts'
import { createFence } from './fence.ts'
import { roomOf } from './fit.ts'
import { createNames, inOrder, type Prompt, questionSection, sections, topicSection } from './sections.ts'

const PARTS = `Write Markdown with these headings, and nothing before the first:
## Answer
What the debate comes to, in a paragraph, and how far it can be relied on.
## Agreement
What all speakers hold, and why.
## Disagreement
What is still contested, who holds what, and which fact or value it hangs on.
## Evidence
What was cited or provided, and what it shows. What was only claimed is not evidence.
## Next
What to do, or to find out, first.`

/** Asks for a report of the whole debate, for a reader who was not there. */
export function synthesisPrompt(input: { session: Session; nonce: string; promptTokens: number }): Prompt {
  const { session, nonce, promptTokens } = input
  const fence = createFence(nonce, session)
  const mode = findMode(session.mode)
  const teller = { fence, nameOf: createNames(session, mode) }
  const system = sections([
    'You are the rapporteur of a roundtable debate. You write for a reader who was not there and has to decide.',
    fence.explain(),
    'Report what was said; add no argument of your own. Where numbers of the vote are given, use those. Minorities with a good reason are named with it.',
    PARTS,
  ])
  const last = session.rounds.at(-1)
  const chapters = session.rounds.map(({ number }) => ({
    heading: `Round ${number}:`,
    statements: inOrder(responsesOf(session, number), session, mode),
    isNewest: number === last?.number,
  }))
  const messageWith = (told: string, context: string): string =>
    sections([
      topicSection(session, fence),
      questionSection(session, fence),
      `What was said:\n${told}`,
      context !== '' && `What was asked, and what the caller found:\n${context}`,
      session.consensus &&
        `Where it stands, as it was counted:\n${fence.data('result', resultText(session.consensus, teller.nameOf))}`,
      'Write it now.',
    ])
  const room = roomOf(promptTokens) - system.length - messageWith(' ', ' ').length
  const records = last === undefined ? [] : providedContext(session, last)
  const wanted = digest(chapters, Number.POSITIVE_INFINITY, teller).length
  const context = contextDigest(records, Math.max(room / 2, room - wanted), teller)
  return { system, message: messageWith(digest(chapters, room - context.length, teller), context) }
}

/** The computed consensus as text. */
function resultText(consensus: ConsensusResult, nameOf: (agentId: string) => string): string {
  const { level, agreementScore, probability, seats, vote, dissent, flips, warnings } = consensus
  return [
    `consensus is ${level}; ${Math.round(agreementScore * 100)}% of the seats stand behind what leads`,
    probability !== undefined && `it is ${sayBand(probability)}`,
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

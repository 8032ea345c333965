import { findMode } from '../modes/index.ts'
import { responsesOf, type Session } from '../session/session.ts'
import { contextDigest, providedContext } from './context-digest.ts'
import { digest } from './digest.ts'
import { createFence } from './fence.ts'
import { roomOf } from './fit.ts'
import type { Prompt } from './prompt.ts'
import { resultText } from './result-text.ts'
import { answersSection, sections, topicSection } from './sections.ts'
import { createNames, inOrder } from './speaker.ts'

const PARTS = `Write Markdown with these headings, and nothing before the first:
## Answer
What the debate comes to, in a paragraph, and how far it can be relied on.
## Agreement
What everybody holds, and why.
## Disagreement
What is still contested, who holds what, and which fact or value it hangs on.
## Evidence
What was cited or provided, and what it shows. What was only claimed is not evidence.
## Next
What to do, or to find out, first.`

/** Asks for the whole of a debate, for somebody who was not there. */
export function synthesisPrompt(input: { session: Session; nonce: string; promptTokens: number }): Prompt {
  const { session, nonce, promptTokens } = input
  const fence = createFence(nonce, session)
  const mode = findMode(session.mode)
  const teller = { fence, nameOf: createNames(session, mode) }
  const system = sections([
    'You are the rapporteur of a roundtable debate. You write for somebody who was not there and has to decide.',
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
      answersSection(session, fence),
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

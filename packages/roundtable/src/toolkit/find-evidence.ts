import { contentWords } from '../answers/words.ts'
import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'

/** Something that a seat said, or cited, that a claim may be about. */
export interface Mention {
  speaker: string
  round: number
  text: string
  /** What the speaker holds. Whether it speaks for the claim cannot be known from words alone. */
  answer?: string
  stance?: string
  citation?: Citation
  overlap: number
}

/** Something that the caller found out. */
export interface ContextMatch {
  query: string
  askedBy: string
  result: string
  overlap: number
}

export interface Evidence {
  mentions: Mention[]
  context: ContextMatch[]
}

/** The share of a claim's words that a text has to have. */
const LEAST_OVERLAP = 0.5

const MOST = 5

/**
 * What a session says about a claim: statements of rounds before `round`, and context that was answered. The measure is
 * the share of the claim's words, without stop words and endings, that a text has; two of them at least, if the claim
 * has two. The round that goes on is left out: who is heard in it depends on who is quicker.
 */
export function findEvidence(
  session: Session,
  round: number,
  claim: string,
  nameOf: (agentId: string) => string,
): Evidence {
  const wanted = contentWords(claim)
  const overlapWith = (...texts: (string | undefined)[]) => measure(wanted, texts.join(' '))
  const statements = session.responses.filter((response) => response.round < round)
  const mentions = statements.flatMap(({ agentId, round, position, keyPoints, citations, answer, stance }) => {
    const said = {
      speaker: nameOf(agentId),
      round,
      ...(answer !== undefined && { answer }),
      ...(stance !== undefined && { stance }),
    }
    const texts = [position, ...keyPoints].map((text): Mention => ({ ...said, text, overlap: overlapWith(text) }))
    const cited = citations.map(
      (citation): Mention => ({
        ...said,
        text: citation.claim ?? citation.quote ?? citation.title,
        citation,
        overlap: overlapWith(citation.title, citation.quote, citation.claim),
      }),
    )
    return [...texts, ...cited]
  })
  const context = session.contextRequests.flatMap(({ query, agentId, answer }): ContextMatch[] =>
    answer?.success && answer.result !== undefined
      ? [{ query, askedBy: nameOf(agentId), result: answer.result, overlap: overlapWith(query, answer.result) }]
      : [],
  )
  return { mentions: nearest(mentions), context: nearest(context) }
}

function measure(wanted: ReadonlySet<string>, text: string): number {
  const words = contentWords(text)
  const shared = [...wanted].filter((word) => words.has(word)).length
  return shared < Math.min(2, wanted.size) || shared === 0 ? 0 : Math.round((shared / wanted.size) * 100) / 100
}

const nearest = <T extends { overlap: number }>(found: readonly T[]): T[] =>
  found
    .filter(({ overlap }) => overlap >= LEAST_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap)
    .slice(0, MOST)

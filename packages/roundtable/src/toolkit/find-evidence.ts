import type { Citation } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { contentWords } from '../session/words.ts'

/** A statement or citation of a seat that may concern a claim. */
export interface Mention {
  speaker: string
  round: number
  text: string
  /** The position of the speaker. Words alone do not show whether it supports the claim. */
  answer?: string
  stance?: string
  citation?: Citation
  overlap: number
}

/** An answer of the caller to a context request. */
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

/** Minimum share of the words of a claim that a text must contain. */
const LEAST_OVERLAP = 0.5

const MOST = 5

/**
 * Finds evidence for a claim in a session: statements of rounds before `round`, and answered context requests. The measure is
 * the share of the words of the claim, without stop words and endings, that a text contains; at least two words if the claim
 * has two. The current round is excluded, because its statements depend on the order of arrival.
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

import { readSpeakers } from './parse-statement.ts'

/** A ranking of the other seats, best first, and what was wrong with it. */
export interface ParsedRanking {
  ranking?: string[]
  rankingProblem?: string
}

/** Reads a ranking. The seat's own answer and unknown names are left out, and named. */
export function parseRanking(value: unknown, own: string, speakers: Readonly<Record<string, string>>): ParsedRanking {
  const named = readSpeakers(value, speakers)
  const ranking = named.filter((agentId) => agentId !== own)
  if (ranking.length === 0) return { rankingProblem: 'it ranked no answer of another panellist' }
  const missing = Object.values(speakers).filter((agentId) => agentId !== own && !ranking.includes(agentId))
  const problems = [
    ...(named.length > ranking.length ? ['it ranked its own answer, which was left out'] : []),
    ...(missing.length > 0 ? [`it left out ${missing.length} of ${missing.length + ranking.length} answers`] : []),
  ]
  return { ranking, ...(problems.length > 0 && { rankingProblem: problems.join('; ') }) }
}

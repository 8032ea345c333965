import type { Usage } from '@sweatpants/framework'
import type { ContextRecord } from '../session/context-request.ts'
import type { NameOf } from '../session/name-seats.ts'
import type { Session } from '../session/session.ts'
import { toFacts, toHeading, toQuote, toTable } from './blocks.ts'

/** Seats that were not heard, with the reasons. */
export function failuresSection({ absent, rounds }: Session, nameOf: NameOf): string[] {
  const failures = [...absent, ...rounds.flatMap((round) => round.failures)]
  if (failures.length === 0) return []
  const rows = failures.map(({ round, agentId, model, phase, code, reason }) => [
    round === 0 ? 'at the start' : String(round),
    nameOf(agentId),
    model,
    phase,
    code,
    reason,
  ])
  return [toHeading(2, 'Failures'), toTable(['Round', 'Panellist', 'Model', 'When', 'Code', 'Reason'], rows)]
}

/** The context requests of the panel, and the answers. */
export const contextSection = ({ contextRequests }: Session, nameOf: NameOf): string[] =>
  contextRequests.length === 0
    ? []
    : [toHeading(2, 'Context requests'), ...contextRequests.flatMap((record) => describeRequest(record, nameOf))]

function describeRequest(
  { id, round, agentId, query, reason, priority, answer, isCleared }: ContextRecord,
  nameOf: NameOf,
): string[] {
  const open = isCleared ? 'withdrawn' : 'not answered'
  const found = answer === undefined ? open : answer.success ? 'answered' : 'unavailable'
  const text = [answer?.result, answer?.error].filter((one) => one !== undefined).join('\n')
  return [
    toHeading(3, id),
    ...toFacts({
      Query: query,
      'Asked by': `${nameOf(agentId)} in round ${round} (${priority})`,
      Reason: reason,
      Outcome: found,
    }),
    ...(text === '' ? [] : [toQuote(text)]),
  ]
}

/** Token usage, by round and in total. */
export function usageSection({ rounds, usage, synthesis, budget }: Session): string[] {
  const rows = [
    ...rounds.map((round) => toRow(`Round ${round.number}`, round.usage)),
    ...(synthesis === undefined ? [] : [toRow('Synthesis', synthesis.usage)]),
    toRow('In all', usage),
  ]
  return [
    toHeading(2, 'Usage'),
    toTable(['', 'Tokens in', 'Tokens out', 'Cost'], rows),
    ...toFacts({
      'Most tokens that may be used': budget.tokens?.toString(),
      'Most that may be spent': budget.usd === undefined ? undefined : toCost(budget.usd),
    }),
  ]
}

const toRow = (name: string, { inputTokens, outputTokens, costUsd }: Usage): string[] => [
  name,
  String(inputTokens),
  String(outputTokens),
  costUsd === undefined ? 'not known' : toCost(costUsd),
]

const toCost = (usd: number): string => `${usd.toFixed(4)} USD`

/** The reasoning of the models. */
export function thoughtsSection({ responses }: Session, nameOf: NameOf): string[] {
  const thoughts = responses.flatMap(({ agentId, round, thoughts }) =>
    thoughts === undefined ? [] : [toHeading(3, `${nameOf(agentId)} in round ${round}`), toQuote(thoughts)],
  )
  return thoughts.length === 0 ? [] : [toHeading(2, 'Thoughts'), ...thoughts]
}

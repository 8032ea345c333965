import type { AgentResponse } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import type { Fence } from './fence.ts'

/** The last round in which somebody was heard. */
export function statisticsSection(
  before: readonly AgentResponse[],
  session: Session,
  fence: Fence,
): string | undefined {
  const last = before.at(-1)?.round
  if (last === undefined) return undefined
  const statements = before.filter((said) => said.round === last)
  return `Round ${last} in numbers:\n${fence.data('count', statisticsOf(statements, session))}`
}

/** A round in numbers: how many hold what, and how sure they are. */
export function statisticsOf(statements: readonly AgentResponse[], { answers }: Session): string {
  const held = Map.groupBy(statements, ({ answer, stance }) =>
    answers.length > 0 ? (answer ?? 'none of the answers') : (stance ?? 'no stance'),
  )
  const counts = [...held].toSorted(([a, those], [b, others]) => others.length - those.length || (a < b ? -1 : 1))
  const sure = statements.flatMap(({ confidence }) => confidence ?? []).toSorted((a, b) => a - b)
  return [
    ...counts.map(([what, those]) => `${those.length} of ${statements.length} hold “${what}”`),
    sure.length === 0
      ? 'nobody gave a confidence'
      : `confidence has a median of ${quantile(sure, 0.5)}; half of it lies between ${quantile(sure, 0.25)} and ${quantile(sure, 0.75)}`,
  ].join('\n')
}

/** Of numbers in order, between the two nearest. */
function quantile(ordered: readonly number[], share: number): number {
  const place = (ordered.length - 1) * share
  const [low, high] = [ordered[Math.floor(place)]!, ordered[Math.ceil(place)]!]
  return Number((low + (high - low) * (place % 1)).toFixed(2))
}

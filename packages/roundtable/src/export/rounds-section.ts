import { listStops, type Stop } from '../report/positions.ts'
import type { NameOf } from '../session/name-seats.ts'
import type { AgentResponse, Ballot } from '../session/response.ts'
import { type Round, responsesOf, type Session } from '../session/session.ts'
import { toFacts, toHeading, toPercent, toQuote, toTable, toTitledList } from './blocks.ts'

/** A table of the votes by round. */
export function positionsSection(session: Session, nameOf: NameOf): string[] {
  const { rounds, seats } = session
  if (rounds.length === 0) return []
  const stops = listStops(session)
  const toCell = (agentId: string, { round: number, isBallot }: Stop): string => {
    const { ballots, failures } = rounds.find((round) => round.number === number)!
    const isOwn = (one: { agentId: string }) => one.agentId === agentId
    const said = isBallot ? ballots.find(isOwn) : responsesOf(session, number).find(isOwn)
    const failure = failures.find((one) => isOwn(one) && (one.phase === 'ballot') === isBallot)
    return said ? toOpinion(said) : failure ? `absent (${failure.code})` : ''
  }
  const rows = seats.map(({ agentId }) => [nameOf(agentId), ...stops.map((stop) => toCell(agentId, stop))])
  return [toHeading(2, 'Positions by round'), toTable(['Panellist', ...stops.map(({ label }) => label)], rows)]
}

/** Each round, with all its statements. */
export const roundsSection = (session: Session, nameOf: NameOf): string[] =>
  session.rounds.flatMap((round) => [
    toHeading(2, `Round ${round.number}`),
    ...describeRound(round, nameOf),
    ...responsesOf(session, round.number).flatMap((response) => describeResponse(response, nameOf)),
  ])

function describeRound(
  { focusQuestion, contextIds, consensus, summary, summaryFailure, ballots, endedAt }: Round,
  nameOf: NameOf,
) {
  const found = consensus && `${consensus.level}, ${toPercent(consensus.agreementScore)} behind the leading answer`
  return [
    ...toFacts({
      'Focus question': focusQuestion,
      'Context given': contextIds.join(', '),
      Consensus: endedAt === undefined ? 'the round has not ended' : found,
      Result: consensus?.recommendation,
      'No summary': summaryFailure,
    }),
    ...(summary === undefined ? [] : [`**Summary:**`, toQuote(summary.text)]),
    ...toTitledList('Key points', summary?.keyPoints ?? []),
    ...toTitledList(
      'Private ballots',
      ballots.map((ballot) => `${nameOf(ballot.agentId)}: ${toOpinion(ballot)}`),
    ),
  ]
}

function describeResponse(response: AgentResponse, nameOf: NameOf): string[] {
  const { agentId, model, position, answer, stance, estimate, confidence, agreesWith, changeReason, violation } =
    response
  return [
    toHeading(3, nameOf(agentId)),
    ...toFacts({
      Position: position,
      Answer: answer,
      Stance: stance,
      Estimate: estimate === undefined ? undefined : String(estimate.value),
      Confidence: confidence === undefined ? undefined : toPercent(confidence),
      'Agrees with': agreesWith.map(nameOf).join(', '),
      'Changed its mind because': changeReason,
      'Departs from its role': violation,
      Model: model,
    }),
    toQuote(response.reasoning),
    ...toTitledList('Key points', response.keyPoints),
    ...toTitledList(
      'Tools used',
      response.toolUses.map(
        ({ name, input, result }) => `${name}: ${JSON.stringify(input)} → ${JSON.stringify(result)}`,
      ),
    ),
  ]
}

function toOpinion({ position, answer, stance, estimate, confidence }: AgentResponse | Ballot): string {
  const details = [stance, estimate?.value, confidence === undefined ? undefined : toPercent(confidence)].filter(
    (one) => one !== undefined,
  )
  const said = answer === undefined || answer === position ? position : `${answer}: ${position}`
  return details.length === 0 ? said : `${said} (${details.join(', ')})`
}

import { toPlainText } from '../report/plain-text.ts'
import { listStops, type Stop } from '../report/positions.ts'
import { TITLES } from '../report/titles.ts'
import { ENDS_EARLY, sayCorrection, sayHeld, sayPercent, saySpread } from '../report/words.ts'
import type { NameOf } from '../session/name-seats.ts'
import { answerOf } from '../session/question.ts'
import type { AgentResponse, Ballot } from '../session/response.ts'
import { type Round, responsesOf, type Session } from '../session/session.ts'
import { toFacts, toHeading, toLine, toTable, toTitledList } from './blocks.ts'
import { modelQuote } from './model-markdown.ts'

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
    return said ? toOpinion(session, said) : failure ? `absent (${failure.code})` : ''
  }
  const rows = seats.map(({ agentId }) => [nameOf(agentId), ...stops.map((stop) => toCell(agentId, stop))])
  return [toHeading(2, 'Positions by round'), toTable(['Panellist', ...stops.map(({ label }) => label)], rows)]
}

/** Each round, with all its statements. */
export const roundsSection = (session: Session, nameOf: NameOf): string[] =>
  session.rounds.flatMap((round) => [
    toHeading(2, `Round ${round.number}`),
    ...describeRound(round, session, nameOf),
    ...responsesOf(session, round.number).flatMap((response) => describeResponse(session, response, nameOf)),
  ])

function describeRound(
  { number, focusQuestion, contextIds, consensus, summary, summaryFailure, ballots, endedAt }: Round,
  session: Session,
  nameOf: NameOf,
) {
  const { question } = session
  const found = consensus && `${consensus.level}, ${sayPercent(consensus.agreementScore)} behind the leading answer`
  return [
    ...toFacts({
      [TITLES.question]: question && sayCorrection(question, number),
      'Focus question': focusQuestion,
      'Context given': contextIds.join(', '),
      Consensus: endedAt === undefined ? 'the round has not ended' : found,
      Result: consensus?.recommendation,
      'No summary': summaryFailure,
    }),
    ...(summary === undefined ? [] : [`**Summary:**`, modelQuote(summary.text)]),
    ...toTitledList('Key points', summary?.keyPoints.map(toPlainText) ?? []),
    ...toTitledList(
      'Private ballots',
      ballots.map((ballot) => `${nameOf(ballot.agentId)}: ${toOpinion(session, ballot)}`),
    ),
  ]
}

function describeResponse(session: Session, response: AgentResponse, nameOf: NameOf): string[] {
  const { agentId, model, position, spread, estimate, confidence } = response
  const { agreesWith, changeReason, violation } = response
  return [
    toHeading(3, nameOf(agentId)),
    ...(response.isCut ? [toLine(ENDS_EARLY)] : []),
    ...toFacts({
      Position: toPlainText(position),
      Answer: answerOf(session, response),
      Spread: spread && saySpread(spread),
      Estimate: estimate && sayHeld(response, session.question),
      Confidence: confidence === undefined ? undefined : sayPercent(confidence),
      'Agrees with': agreesWith.map(nameOf).join(', '),
      'Changed its mind because': changeReason && toPlainText(changeReason),
      'Departs from its role': violation,
      Model: model,
    }),
    modelQuote(response.reasoning),
    ...toTitledList('Key points', response.keyPoints.map(toPlainText)),
    ...toTitledList(
      'Tools used',
      response.toolUses.map(
        ({ name, input, result }) => `${name}: ${JSON.stringify(input)} → ${JSON.stringify(result)}`,
      ),
    ),
  ]
}

function toOpinion(session: Session, vote: AgentResponse | Ballot): string {
  const { estimate, confidence } = vote
  const position = toPlainText(vote.position)
  const answer = answerOf(session, vote)
  const details = [
    estimate && sayHeld(vote, session.question),
    confidence === undefined ? undefined : sayPercent(confidence),
  ].filter((one) => one !== undefined)
  const isSaid = answer === undefined || position.toLowerCase().startsWith(answer.toLowerCase())
  const said = isSaid ? position : `${answer}: ${position}`
  return details.length === 0 ? said : `${said} (${details.join(', ')})`
}

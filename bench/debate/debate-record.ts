import { type AgentResponse, DEFAULT_SETTINGS, type Session } from '@sweatpants/roundtable'
import { findEnd } from '../../packages/roundtable/src/consensus/find-end.ts'
import type { Played } from './play.ts'
import { familiesOf, type Regime } from './regime.ts'

/** The response of a seat in a round. */
export interface Said {
  answer: string
  confidence: number
  /** Whether it gave a reason for changing its answer. */
  hasReason: boolean
}

export interface RoundRecord {
  /** In the order of seats. */
  said: Said[]
  /** What they said in private, before they heard the others, where the round opened with it. */
  ballots: Said[]
  leading?: string
  decision?: string
  probability?: number
  /** All that was spent up to its end. */
  calls: number
  tokens: number
}

/** A debate, as far as it is counted. Plain data. */
export interface DebateRecord {
  index: number
  truth: string
  rounds: RoundRecord[]
  /** The round with which the engine would end it early. */
  end: number
}

export function toRecord(regime: Regime, { index, question, session, calls }: Played): DebateRecord {
  const seats = familiesOf(regime).length
  let [tokens, spent] = [0, 0]
  const rounds = session.rounds.map(({ number, consensus, usage, ballots }): RoundRecord => {
    tokens += usage.inputTokens + usage.outputTokens
    spent += ballots.length + seats + 1
    const { leading, decision } = consensus!
    return {
      said: session.agentIds.map((agentId) => toSaid(session.responses.find(isBy(agentId, number))!)),
      ballots: ballots.length === 0 ? [] : session.agentIds.map((id) => toSaid(ballots.find(isBy(id, number))!)),
      ...(leading !== undefined && { leading }),
      ...(decision !== undefined && { decision: decision.answer, probability: decision.probability }),
      calls: spent,
      tokens,
    }
  })
  if (spent !== calls) throw new Error(`expected ${spent} calls, and there were ${calls}`)
  return { index, truth: question.truth, rounds, end: findEarlyEnd(session) }
}

const isBy = (agentId: string, round: number) => (one: { agentId: string; round: number }) =>
  one.agentId === agentId && one.round === round

const toSaid = ({ answer, confidence, changeReason }: Partial<AgentResponse>): Said => ({
  answer: answer!,
  confidence: confidence!,
  hasReason: changeReason !== undefined,
})

/** Where the engine would have stopped: a debate that may end early is the beginning of one that may not. */
function findEarlyEnd(session: Session): number {
  const ends = session.rounds.map(({ number, consensus }) => {
    const rounds = session.rounds.slice(0, number)
    const responses = session.responses.filter(({ round }) => round <= number)
    const until = { ...session, exitOnConsensus: true, currentRound: number, rounds, responses }
    return findEnd(until, consensus!, DEFAULT_SETTINGS.thresholds) === undefined ? undefined : number
  })
  return ends.find((end) => end !== undefined) ?? session.rounds.length
}

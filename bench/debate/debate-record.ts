import { DEFAULT_SETTINGS, type Session } from '@sweatpants/roundtable'
import { findEnd } from '../../packages/roundtable/src/consensus/find-end.ts'
import type { Played } from './play.ts'
import { familiesOf, type Regime } from './regime.ts'

/** What a seat said in a round. */
export interface Said {
  answer: string
  confidence: number
  /** Whether it said why it does not say any more what it had said. */
  hasReason: boolean
}

export interface RoundRecord {
  /** In the order of seats. */
  said: Said[]
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
  /** As many independent answers as the debate had calls in all its rounds. */
  samples: string[]
}

export function toRecord(regime: Regime, { index, question, session, calls }: Played): DebateRecord {
  const count = session.rounds.length
  const seats = familiesOf(regime).length
  let tokens = 0
  const rounds = session.rounds.map(({ number, consensus, usage }): RoundRecord => {
    tokens += usage.inputTokens + usage.outputTokens
    const { leading, decision } = consensus!
    return {
      said: session.agentIds.map((agentId) => saidBy(session, agentId, number)),
      ...(leading !== undefined && { leading }),
      ...(decision !== undefined && { decision: decision.answer, probability: decision.probability }),
      // Every round asks as many, and nothing fails here.
      calls: (calls * number) / count,
      tokens,
    }
  })
  const samples = Array.from({ length: calls }, (_, i) => question.view(i % seats, Math.floor(i / seats)).answer)
  return { index, truth: question.truth, rounds, end: findEarlyEnd(session), samples }
}

function saidBy({ responses }: Session, agentId: string, round: number): Said {
  const response = responses.find((one) => one.agentId === agentId && one.round === round)!
  const { answer, confidence, changeReason } = response
  return { answer: answer!, confidence: confidence!, hasReason: changeReason !== undefined }
}

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

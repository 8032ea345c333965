import type { Usage } from '@sweatpants/framework'
import type { ConsensusResult } from './consensus.ts'
import type { ContextRequest, ContextResult } from './context-request.ts'
import type { AgentResponse, Ballot } from './response.ts'
import type { Role, SeatFailure } from './seat.ts'
import type { BudgetLimits, EndReason, RoundSummary, Session, Synthesis } from './session.ts'

type Untimed<T> = Omit<T, 'timestamp'>

export type Opening = Pick<
  Session,
  'id' | 'topic' | 'mode' | 'seats' | 'answers' | 'exitOnConsensus' | 'generatesPerspectives' | 'totalRounds'
> & {
  principal?: string
  budget: BudgetLimits
  absent: Untimed<SeatFailure>[]
}

/** What happens in a debate. */
export type Happening =
  | { type: 'session_start'; opening: Opening }
  /** A session that was exported elsewhere, as it was. */
  | { type: 'session_import'; session: Session }
  | {
      type: 'round_start'
      round: number
      focusQuestion?: string
      agentIds: string[]
      contextIds: string[]
      /** One more than was planned. */
      totalRounds: number
    }
  | { type: 'roles_assign'; roles: Record<string, Role>; usage: Usage }
  | { type: 'seat_ask'; round: number; agentId: string }
  | { type: 'ballot_cast'; ballot: Untimed<Ballot> }
  | { type: 'response_add'; response: Untimed<AgentResponse> }
  | { type: 'seat_fail'; failure: Untimed<SeatFailure>; usage: Usage }
  | { type: 'context_request'; request: Untimed<ContextRequest> }
  | { type: 'context_answer'; result: ContextResult }
  | { type: 'context_clear'; requestIds: string[] }
  | { type: 'round_summarize'; round: number; summary: RoundSummary }
  | { type: 'round_summary_fail'; round: number; reason: string; usage: Usage }
  | { type: 'round_end'; round: number; consensus: ConsensusResult; endReason?: EndReason }
  | { type: 'session_pause' }
  | { type: 'session_resume' }
  | { type: 'session_stop' }
  | { type: 'synthesis_write'; synthesis: Untimed<Synthesis> }

/** A happening at its time, as the log has it. */
export type RoundtableEvent = Happening & { timestamp: string }

import type { Usage } from '@sweatpants/framework';
import type { ConsensusResult } from './consensus.ts';
import type { ContextRecord, ContextRequest } from './context-request.ts';
import type { AgentResponse, Ballot } from './response.ts';
import type { Seat, SeatFailure } from './seat.ts';
export type SessionStatus = 'active' | 'paused' | 'completed';
/** Why a debate ended. */
export type EndReason = 'rounds' | 'unanimous' | 'decided' | 'stable_disagreement' | 'budget' | 'stopped';
export interface BudgetLimits {
    /** Input and output together. */
    tokens?: number | undefined;
    usd?: number | undefined;
}
/** A model's summary of a round. The vote is computed without it. */
export interface RoundSummary {
    text: string;
    keyPoints: string[];
    model: string;
    usage: Usage;
}
/**
 * What happens with a round that has not ended.
 *
 * - `called`: a caller has begun or continued it, and no process plays it yet.
 * - `playing`: a process plays it for that caller.
 * - `adopted`: another process has taken it over, and the caller may be gone; `continue` joins it.
 * - `interrupted`: it waits for `continue`.
 * - `blocked`: it waits for a server version that can continue it.
 */
export type RoundStage = 'called' | 'playing' | 'adopted' | 'interrupted' | 'blocked';
/** One pass in which every seat is asked once. */
export interface Round {
    number: number;
    focusQuestion?: string;
    /** The seats that are asked. */
    agentIds: string[];
    /** Answered context that every seat is shown, by request id. */
    contextIds: string[];
    /** Absent once the round has ended. */
    stage?: RoundStage;
    /** Seats whose model has been asked and has not answered yet. */
    asking: string[];
    ballots: Ballot[];
    failures: SeatFailure[];
    summary?: RoundSummary;
    /** Why there is no summary although one was requested. */
    summaryFailure?: string;
    consensus?: ConsensusResult;
    usage: Usage;
    startedAt: string;
    endedAt?: string;
}
/** A model's write-up of the whole debate. */
export interface Synthesis {
    text: string;
    model: string;
    /** The last round that it covers. */
    round: number;
    usage: Usage;
    timestamp: string;
}
/** A debate: the state that its events reduce to. */
export interface Session {
    id: string;
    principal?: string;
    topic: string;
    mode: string;
    seats: Seat[];
    agentIds: string[];
    /** Requested seats without a usable model. */
    absent: SeatFailure[];
    /** The possible answers if the question is a choice, otherwise empty. */
    answers: string[];
    exitOnConsensus: boolean;
    /** Whether a model suggests the perspectives of the seats before the first round. */
    generatesPerspectives: boolean;
    /** Whether the caller passes context requests on to the owner, so that the inbox does not list them as well. */
    asksThroughCaller?: boolean;
    budget: BudgetLimits;
    status: SessionStatus;
    endReason?: EndReason;
    /** 0 before the first round. */
    currentRound: number;
    totalRounds: number;
    rounds: Round[];
    responses: AgentResponse[];
    contextRequests: ContextRecord[];
    /** The requests without an answer. */
    pendingContextRequests: ContextRequest[];
    /** Computed from the last round that ended. */
    consensus?: ConsensusResult;
    synthesis?: Synthesis;
    usage: Usage;
    createdAt: string;
    updatedAt: string;
}
export declare const roundOf: (session: Session, number: number) => Round | undefined;
/** Returns the round that was begun and has not ended. */
export declare const openRound: (session: Session) => Round | undefined;
export declare const responsesOf: (session: Session, round: number) => AgentResponse[];
export declare function seatOf(session: Session, agentId: string): Seat;

import type { ConsensusResult } from '../session/consensus.ts';
import type { ContextRecord } from '../session/context-request.ts';
import type { AgentResponse, Ballot } from '../session/response.ts';
import type { SeatFailure } from '../session/seat.ts';
import { type RoundSummary, type Session } from '../session/session.ts';
import { type Claims } from './claims.ts';
import { type Headline } from './headline.ts';
import { type Positions } from './positions.ts';
import { type Agreement, type ReportSeat } from './seats.ts';
import { type WriteUp } from './write-up.ts';
/** A debate for readers: the decision first, the transcript last. */
export interface Report {
    headline: Headline;
    writeUp?: WriteUp;
    seats: ReportSeat[];
    positions: Positions;
    agreement: Agreement;
    claims: Claims;
    transcript: TranscriptRound[];
}
export declare const readReport: (session: Session) => Report;
/** Everything that happened in a round. */
export interface TranscriptRound {
    number: number;
    focusQuestion?: string;
    /** Context that all seats were shown. */
    given: ContextRecord[];
    ballots: Ballot[];
    /** In the order of arrival. */
    responses: AgentResponse[];
    failures: SeatFailure[];
    /** Context that seats requested in this round. */
    requests: ContextRecord[];
    summary?: RoundSummary;
    consensus?: ConsensusResult;
    isOpen: boolean;
}
export declare const readTranscript: (session: Session) => TranscriptRound[];

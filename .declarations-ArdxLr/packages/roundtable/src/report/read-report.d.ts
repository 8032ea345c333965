import type { ConsensusResult } from '../session/consensus.ts';
import type { ContextRecord } from '../session/context-request.ts';
import type { AgentResponse, Ballot } from '../session/response.ts';
import type { SeatFailure } from '../session/seat.ts';
import { type RoundSummary, type Session } from '../session/session.ts';
import { type Claims } from './claims.ts';
import { type Headline } from './headline.ts';
import { type Minds } from './minds.ts';
import { type Positions } from './positions.ts';
import { type Agreement, type ReportSeat } from './seats.ts';
import { type WriteUp } from './write-up.ts';
/** A debate for readers: the answer first, then the vote, who changed their mind, and the rest. */
export interface Report {
    headline: Headline;
    writeUp?: WriteUp;
    minds: Minds;
    seats: ReportSeat[];
    positions: Positions;
    agreement: Agreement;
    claims: Claims;
    transcript: TranscriptRound[];
}
export declare function readReport(session: Session): Report;
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

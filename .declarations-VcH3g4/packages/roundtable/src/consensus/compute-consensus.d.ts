import type { ConsensusResult } from '../session/consensus.ts';
import type { Session } from '../session/session.ts';
import { type Known } from './decide.ts';
import type { Thresholds } from './thresholds.ts';
/** Computes the consensus of a debate after a round. */
export declare function computeConsensus(session: Session, round: number, thresholds: Thresholds, known?: Known): ConsensusResult;

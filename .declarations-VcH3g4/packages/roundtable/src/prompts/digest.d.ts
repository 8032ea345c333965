import type { Mode } from '../modes/mode.ts';
import type { ContextRecord } from '../session/context-request.ts';
import type { AgentResponse, Vote } from '../session/response.ts';
import type { Round, Session } from '../session/session.ts';
import type { Fence } from './fence.ts';
/** The statements of a round, or of earlier groups in this round. */
interface Chapter {
    heading: string;
    statements: readonly AgentResponse[];
    isNewest: boolean;
}
export interface Teller {
    fence: Fence;
    /** The name of a speaker. */
    nameOf(agentId: string): string;
}
/**
 * The statements in the order of the debate, in at most `room` characters: the newest in full if all of them fit,
 * the others with position and key points. If that is too long, drops whole statements, the oldest first.
 */
export declare function digest(chapters: readonly Chapter[], room: number, { fence, nameOf }: Teller): string;
export declare const heldText: ({ position, answer, stance, estimate, confidence }: Vote) => string;
/** The answered context requests of a round and of those before it, in the order of the requests. */
export declare function providedContext(session: Session, round: Round): ContextRecord[];
/** Context requests with their answers, in at most `room` characters. */
export declare function contextDigest(records: readonly ContextRecord[], room: number, teller: Teller): string;
interface Recalled {
    /** All statements of earlier rounds. */
    before: readonly AgentResponse[];
    heard: readonly AgentResponse[];
    /** What the mode lets the seat see of both. */
    chapters: readonly Chapter[];
}
/** What a seat has heard when it speaks. It does not depend on which seats of the same group have answered. */
export declare function recall(input: {
    session: Session;
    mode: Mode;
    round: Round;
    heard: readonly AgentResponse[];
}): Recalled;
export {};

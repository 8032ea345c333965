import type { Session } from '../session/session.ts';
/** The result of a debate, as a page shows it in a conversation. */
export interface AskResult {
    sessionId: string;
    /** The path of the debate's page. */
    path: string;
    rounds: number;
    endReason?: string;
    decision: {
        /** The recommended answer; absent with a tie. */
        answer?: string;
        level: string;
        /** The share of all seats that support the leading answer, from 0 to 1. */
        agreement: number;
        probability?: number;
        /** How likely the answer is right, in words. */
        likely?: string;
        recommendation: string;
    };
    seats: {
        total: number;
        heard: number;
        absent: number;
    };
    dissent: {
        agentId: string;
        answer: string;
        reason: string;
    }[];
    /** The seats that failed in the last round. */
    failures: {
        agentId: string;
        code: string;
    }[];
    notice?: string;
}
export declare const pathOf: (sessionId: string) => string;
export declare function toAskResult(session: Session): AskResult;

import type { Flip } from '../session/consensus.ts';
import type { Session } from '../session/session.ts';
/** Which seats changed their mind and why, which did not, and which were not heard. */
export interface Minds {
    /** In the order of the rounds. */
    changed: Flip[];
    kept: {
        agentId: string;
        answer: string;
        position: string;
    }[];
    /** Seats that never answered, with the last reason. */
    unheard: {
        agentId: string;
        reason: string;
    }[];
}
export declare function readMinds(session: Session): Minds;

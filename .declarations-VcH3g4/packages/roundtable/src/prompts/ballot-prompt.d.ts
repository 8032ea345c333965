import type { Mode } from '../modes/mode.ts';
import type { Seat } from '../session/seat.ts';
import type { Session } from '../session/session.ts';
import { type Prompt } from './sections.ts';
interface BallotPromptInput {
    session: Session;
    mode: Mode;
    seat: Seat;
    nonce: string;
    /** Whether the seat is asked again. The prompt contains neither its first vote nor those of others. */
    isAgain: boolean;
}
/** Asks a seat for its private vote, as if it had not heard others, and apart from any role that it plays. */
export declare function ballotPrompt(input: BallotPromptInput): Prompt;
export {};

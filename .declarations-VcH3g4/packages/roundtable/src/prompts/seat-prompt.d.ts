import type { Mode } from '../modes/mode.ts';
import type { AgentResponse } from '../session/response.ts';
import type { Seat } from '../session/seat.ts';
import type { Round, Session } from '../session/session.ts';
import { type Prompt } from './sections.ts';
interface SeatPromptInput {
    session: Session;
    mode: Mode;
    seat: Seat;
    round: Round;
    /** The statements of earlier groups in this round. */
    heard: readonly AgentResponse[];
    nonce: string;
    /** The approximate size of the prompt. Topic, rules and format are always included. */
    promptTokens: number;
    /** Whether the seat may use `request_context`. */
    canRequest: boolean;
}
/** The prompt for a seat in a round. It does not depend on which seats of the same group have answered. */
export declare function seatPrompt(input: SeatPromptInput): Prompt;
/** The votes of a round, and the spread of their confidence. */
export declare function statisticsOf(statements: readonly AgentResponse[], { question, merger }: Pick<Session, 'question' | 'merger'>): string;
export {};

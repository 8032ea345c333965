import { type Session } from '../session/session.ts';
import { type Prompt } from './sections.ts';
/** Asks for a summary of a round, whose statements are in the session. */
export declare function summaryPrompt(input: {
    session: Session;
    round: number;
    nonce: string;
    promptTokens: number;
}): Prompt;

import { type Session } from '../session/session.ts';
import { type Prompt } from './sections.ts';
/** Asks for a report of the whole debate, for a reader who was not there. */
export declare function synthesisPrompt(input: {
    session: Session;
    nonce: string;
    promptTokens: number;
}): Prompt;

import { type Session } from '../session/session.ts';
import { type Prompt } from './sections.ts';
/** Asks for the answer of the whole debate, for a reader who was not there. */
export declare function synthesisPrompt(input: {
    session: Session;
    nonce: string;
    promptTokens: number;
}): Prompt;

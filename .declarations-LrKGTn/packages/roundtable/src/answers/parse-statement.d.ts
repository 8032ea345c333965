import type { Citation, Statement } from '../session/response.ts';
import { type Parsed } from './read-object.ts';
interface StatementOptions {
    /** The possible answers; empty if the question is open. */
    answers: readonly string[];
    /** Maps the name of a seat to its `agentId`. */
    speakers: Readonly<Record<string, string>>;
}
/**
 * Reads the statement of a seat. It needs a position, an answer if there are possible answers, and a justification:
 * reasoning or key points.
 */
export declare function parseStatement(text: string, { answers, speakers }: StatementOptions): Parsed<Statement>;
/** Reads the citations of an answer. Skips a citation that cannot be read. */
export declare function readCitations(value: unknown): Citation[];
export {};

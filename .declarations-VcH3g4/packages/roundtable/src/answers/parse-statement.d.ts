import type { Citation, Statement } from '../session/response.ts';
import { type Asked } from './parse-ballot.ts';
import { type Parsed } from './read-object.ts';
interface StatementOptions extends Asked {
    /** Maps the name of a seat to its `agentId`. */
    speakers: Readonly<Record<string, string>>;
    /** The seat, if it was asked to rank the answers of the others. */
    ranker?: string;
}
/** Reads the statement of a seat. It needs a position, a vote in the form of the question, and reasoning or key points. */
export declare function parseStatement(text: string, { speakers, ranker, ...asked }: StatementOptions): Parsed<Statement>;
/** Reads the citations of an answer. Skips a citation that cannot be read. */
export declare function readCitations(value: unknown): Citation[];
/** Returns the ids of the seats that are named, each once. Skips unknown names. */
export declare function readSpeakers(value: unknown, speakers: Readonly<Record<string, string>>): string[];
export {};

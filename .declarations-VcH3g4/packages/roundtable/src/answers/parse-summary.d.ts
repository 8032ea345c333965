import { type Parsed } from './read-object.ts';
/** Reads the summary of a round. */
export declare function parseSummary(text: string): Parsed<{
    text: string;
    keyPoints: string[];
}>;

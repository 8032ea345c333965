import { type SynthesisText } from '../session/synthesis.ts';
import { type Parsed } from './read-object.ts';
/** A synthesis, and the possible answer that its author says it follows. */
export interface ParsedSynthesis extends SynthesisText {
    follows?: string;
}
/** Reads a synthesis. A text without JSON is an answer without lists. `speakers` maps the name of a seat to its `agentId`. */
export declare function parseSynthesis(text: string, speakers: Readonly<Record<string, string>>): Parsed<ParsedSynthesis>;

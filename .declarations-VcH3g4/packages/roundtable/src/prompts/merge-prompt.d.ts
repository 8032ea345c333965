import type { ProposalGroup } from '../session/question.ts';
import { type Prompt } from './sections.ts';
/**
 * Asks a model to merge proposals. It sees their texts in alphabetical order and without names, so that it cannot favour a seat.
 * Existing groups keep their labels.
 */
export declare function mergePrompt(input: {
    topic: string;
    proposals: readonly string[];
    groups: readonly ProposalGroup[];
    nonce: string;
}): Prompt;

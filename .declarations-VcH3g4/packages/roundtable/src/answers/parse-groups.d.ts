import type { ProposalGroup } from '../session/question.ts';
import { type Parsed } from './read-object.ts';
/**
 * Reads how a model grouped numbered proposals. Each proposal is in exactly one group: the first that names it, or one of its
 * own if none does. A group without a usable label has its first proposal as its label.
 */
export declare function parseGroups(text: string, proposals: readonly string[]): Parsed<ProposalGroup[]>;
/** A proposal that no other says. */
export declare const alone: (text: string) => ProposalGroup;

import { type DiscoveredModel } from '@sweatpants/framework/models';
import type { Candidate } from './panel.ts';
export declare function toCandidate({ provider, id, usable, remedy }: DiscoveredModel): Candidate;
/** Returns the candidate for a requested model: usable, or with a remedy. A provider alone means its default model. */
export declare function findCandidate(wish: string, found: readonly DiscoveredModel[]): Candidate;
/** The family of a model. Models of one family were trained by the same company, and make similar mistakes. */
export declare function familyOf(model: string): string;

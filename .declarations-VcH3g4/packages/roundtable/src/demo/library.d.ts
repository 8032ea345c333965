import type { Side } from './brief.ts';
/** An argument of the demo model: its point, and the reason for it. */
export interface Argument {
    point: string;
    why: string;
}
export declare const ARGUMENTS: Readonly<Record<Side, readonly Argument[]>>;
/** Proposals for open questions. */
export declare const PROPOSALS: readonly (Argument & {
    proposal: string;
})[];
export declare const FOR_OPTION: readonly Argument[];
export declare const FOR_ESTIMATE: readonly Argument[];

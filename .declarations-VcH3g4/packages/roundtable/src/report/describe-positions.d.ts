import type { Positions } from './positions.ts';
/** Describes the picture of positions in words, in one or two sentences per stop. */
export declare const describePositions: ({ stops, lanes, tracks }: Positions) => string[];

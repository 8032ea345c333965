import { type RunIndex } from '../log/run-index.ts';
import type { SqliteParts } from './sqlite-leases.ts';
export declare function createRunIndex({ database, now }: SqliteParts): RunIndex;

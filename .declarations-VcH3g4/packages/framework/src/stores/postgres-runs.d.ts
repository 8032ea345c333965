import { type RunIndex } from '../log/run-index.ts';
import type { Database } from './postgres-database.ts';
export declare function createRunIndex({ name: schema, prepare }: Database): RunIndex;

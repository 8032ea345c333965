import { type RunIndex } from '../log/run-index.ts';
import { type EngineStreams } from './engine-streams.ts';
/** Reads every run for each list and count: an engine has no query. */
export declare function createEngineRuns(streams: EngineStreams): RunIndex;

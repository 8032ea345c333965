import { type Log } from '../log/log.ts';
import { type EngineStreams } from './engine-streams.ts';
/** A `Log` on an engine that can only append by compare-and-set. */
export declare function createEngineLog<E>(kind: string, streams: EngineStreams): Log<E>;

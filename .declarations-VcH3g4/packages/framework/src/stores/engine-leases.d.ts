import type { Leases } from '../log/log.ts';
import { type EngineStreams } from './engine-streams.ts';
export declare function createEngineLeases(streams: EngineStreams): Leases;

import type { ContinueRequest } from '../core/call-rounds.ts';
import type { Channel } from '../core/channel.ts';
import type { Call } from './methods.ts';
type Result = Record<string, unknown>;
type Play = (request: ContinueRequest, channel: Channel) => Promise<Result>;
/**
 * Runs a call of a session as rounds, which are stored between requests and outlive them. What the client can answer, samples
 * and roots, it is asked over the session between two rounds.
 */
export declare function callInRounds({ context, server, principal, level }: Call, play: Play): Promise<Result>;
export {};

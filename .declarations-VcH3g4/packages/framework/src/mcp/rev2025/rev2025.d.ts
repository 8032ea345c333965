import type { RunOptions } from '../../tools/run-tool.ts';
import type { Admitted } from '../core/auth.ts';
import type { Catalog } from '../core/catalog.ts';
import type { EventHub } from '../core/events.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
import type { Sampler } from '../core/sampler.ts';
import { type MethodParts } from './methods.ts';
import { type MessagePipe } from './pipe.ts';
import type { SessionLimits } from './session-limits.ts';
/** The revisions with sessions, 2025-11-25 and before, for any wire. */
export interface Rev2025 {
    /** `message` is the parsed body of a POST. */
    handle(exchange: HttpExchange, caller: Admitted | undefined, message: unknown): Promise<void>;
    /** Serves one client over a pipe until the pipe closes. Resolves when the session is ready. */
    connect(pipe: MessagePipe): Promise<void>;
    /** Closes every streamed response that can be resumed. Calls go on, and clients resume for the rest. */
    dropStreams(): void;
    /** Ends all sessions; resolves when their calls have ended. */
    close(): Promise<void>;
}
export interface Rev2025Parts {
    catalog: Catalog;
    rounds?: MethodParts['rounds'];
    closing?: MethodParts['closing'];
    sampler: Sampler;
    events: EventHub;
    info: {
        name: string;
        version: string;
        instructions?: string;
    };
    limits: SessionLimits & {
        heartbeat?: number;
    };
    store: MethodParts['store'];
    /** Milliseconds after which a process without a heartbeat counts as dead, and others take over its sessions. Default 10 seconds. */
    leaseTtl?: number;
    signalUrl?: MethodParts['signalUrl'];
    onVersionChange?: RunOptions['onVersionChange'];
    onError(error: unknown): void;
}
export declare function createRev2025({ events, info, limits, leaseTtl, onError, ...rest }: Rev2025Parts): Rev2025;

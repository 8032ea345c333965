import type { HostedQuestion, Replies, Round } from './calls.ts';
import type { Relay } from './relay.ts';
/**
 * A call that is open in this process, from when it is sent until the server ends it. It holds the server's questions while
 * our run asks them.
 */
export declare class LiveCall {
    #private;
    readonly id: `${string}-${string}-${string}-${string}-${string}`;
    /** Receives progress and logs; undefined while no step of the run waits. */
    relay: Relay | undefined;
    /** Names its last round. */
    get state(): string;
    get signal(): AbortSignal;
    /** Whether it still waits for an answer to what was asked in its last round. */
    get waits(): boolean;
    end(result: () => Round): void;
    abandon(): void;
    /** Resolves to the reply of our run to a question of the server. */
    ask(key: string, method: HostedQuestion['method'], params: Record<string, unknown>, withdrawn: AbortSignal): Promise<Record<string, unknown>>;
    /** Resolves when the call asks or ends. Aborting the signal abandons the call. */
    next(signal: AbortSignal): Promise<Round>;
    /** Hands over the replies to its last round. */
    reply(replies: Replies): void;
    /** Calls the listener when the server has sent something. */
    onChange(listener: () => void, signal: AbortSignal): void;
}

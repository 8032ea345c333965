/**
 * Delivers the commands of one session to the server.
 *
 * - Q1 Commands are sent in order: the next one when the previous one has its reply.
 * - Q2 A command is retried until the server accepts or refuses it, with the same bytes and the same `commandId`: it is done once.
 */
import type { Clock } from '../../tools/clock.ts';
import type { Command } from '../command.ts';
export interface CommandQueueOptions {
    clock: Clock;
    random: () => number;
    /** Resolves to the place of the command in the log. */
    deliver: (body: string, signal: AbortSignal) => Promise<number>;
}
export declare class CommandQueue {
    #private;
    constructor(options: CommandQueueOptions);
    get isEmpty(): boolean;
    /** Resolves to the place of the command in the log. Rejects if the server refuses it. */
    push(command: Command): Promise<number>;
    /** The network has changed: retries at once, since the current request may never get its reply. */
    hurry(): void;
    /** Rejects all commands without a reply. The queue can be used again. */
    close(): void;
}

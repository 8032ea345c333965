import type { NewStream } from '../../log/log.ts';
import type { Recording } from '../../tools/journal.ts';
import type { Json } from '../../tools/json.ts';
import type { ClientCapabilities } from '../core/client-capabilities.ts';
import type { KeptCall } from './kept-call.ts';
import { type TaskEvent } from './task-work.ts';
export interface NewTaskStream {
    tool: string;
    version: string | undefined;
    arguments: Json;
    principal: string | undefined;
    capabilities: ClientCapabilities;
    /** Milliseconds that the task is kept, from its last change and again from its end. */
    ttl: number;
    now: number;
    claim?: string | undefined;
    /** A run that goes on as this task. */
    begun?: Recording | undefined;
    /** What others sent to that run. */
    outside?: Pick<KeptCall, 'received' | 'signals'> | undefined;
}
/** Returns the stream of a task that is due at once. */
export declare function toTaskStream({ tool, arguments: args, ...task }: NewTaskStream): Omit<NewStream<TaskEvent>, 'node'>;

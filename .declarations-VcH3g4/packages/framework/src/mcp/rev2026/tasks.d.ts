import { type Store } from '../../log/log.ts';
import type { Recording } from '../../tools/journal.ts';
import type { RunOptions } from '../../tools/run-tool.ts';
import type { McpTool } from '../../tools/tool.ts';
import type { Catalog } from '../core/catalog.ts';
import type { Channel } from '../core/channel.ts';
import type { ClientCapabilities } from '../core/client-capabilities.ts';
import type { EventHub } from '../core/events.ts';
import type { Sampler } from '../core/sampler.ts';
import type { KeptCall } from './kept-call.ts';
import { type TaskMachineOptions } from './task-work.ts';
export interface NewTask {
    taskId: string;
    tool: McpTool;
    arguments: unknown;
    principal: string | undefined;
    capabilities: ClientCapabilities;
    /** Tells whether a repeated request is the one that created the task. */
    claim?: string;
    /** The run of a call that goes on as this task. */
    begun?: Recording;
    /** What others sent to that call. */
    outside?: Pick<KeptCall, 'received' | 'signals'>;
}
/** The request that asks about a task. */
export type TaskCaller = Pick<Channel, 'principal' | 'receivedAt' | 'requireScopes'>;
export interface TasksOptions {
    store: Store;
    leaseTtl: number;
    catalog: Catalog;
    sampler: Sampler;
    hub: EventHub;
    /** Milliseconds that a task is kept, from its last change and again from its end. */
    ttl: number;
    signalUrl?: TaskMachineOptions['signalUrl'];
    /** Tasks of one principal that are kept at one time. */
    limit: number;
    onVersionChange: RunOptions['onVersionChange'];
    onError: (error: unknown) => void;
}
/** Calls that go on without their client. Each is a stream that one node drives; every node answers for it. */
export declare class Tasks {
    #private;
    constructor(options: TasksOptions);
    /** Takes up the tasks that other processes have left. */
    start(): Promise<void>;
    /** Resolves to the task once it is stored. The same request again resolves to the same task. */
    create({ taskId, tool, arguments: args, principal, capabilities, claim, begun, outside, }: NewTask): Promise<Record<string, unknown>>;
    get(taskId: string, caller: TaskCaller): Promise<Record<string, unknown>>;
    /** Resolves when the answers are stored. The first answer to a question counts, on every node. */
    update(taskId: string, caller: TaskCaller, answers: Record<string, unknown>): Promise<void>;
    cancel(taskId: string, caller: TaskCaller): Promise<void>;
    /** Releases the tasks that this process drives; each stops at its next write. */
    close(): Promise<void>;
}

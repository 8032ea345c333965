import type { AnswerEvent } from '../../inbox/question.ts';
import { type DriverRegister, type Machine } from '../../log/driver.ts';
import type { Log, Opened, Store, StreamRecord, StreamRef } from '../../log/log.ts';
import type { RunEvent, RunRegister } from '../../log/run-journal.ts';
import { VersionError } from '../../tools/errors.ts';
import type { Recording } from '../../tools/journal.ts';
import type { Json } from '../../tools/json.ts';
import type { RunOptions } from '../../tools/run-tool.ts';
import type { Catalog } from '../core/catalog.ts';
import { type ClientCapabilities } from '../core/client-capabilities.ts';
import type { OutsideAnswer, OutsideSignal } from '../core/outside-event.ts';
import type { Sampler } from '../core/sampler.ts';
import { type OpenQuestion, TaskPeer } from './task-peer.ts';
/** A record of a task: what its run recorded, what it was told, and what is too large for its row. */
export type TaskEvent = RunEvent | {
    type: 'call';
    arguments: Json;
} | {
    type: 'questions';
    open: Record<string, OpenQuestion>;
}
/** Without `answeredBy` it is the client's. */
 | (Omit<OutsideAnswer, 'answeredBy'> & {
    answeredBy?: string;
}) | OutsideSignal | {
    type: 'cancel';
    time: number;
} | {
    type: 'result';
    result: Json;
};
type Answer = Extract<TaskEvent, {
    type: 'answer';
}>;
/** What the row of a task says. */
export interface TaskAbout {
    tool: string;
    version?: string;
    status: 'working' | 'completed' | 'failed' | 'cancelled';
    createdAt: string;
    lastUpdatedAt: string;
    ttlMs: number;
    capabilities: ClientCapabilities;
    /** Tells whether a repeated request is the one that created the task. */
    claim?: string;
    /** Absent when they are large: then the first record has them. */
    arguments?: Json;
    /** Absent when it is large: then the record of the command `result` has it. */
    result?: Json;
    error?: {
        code: number;
        message: string;
        data?: Json;
    };
}
/** What changes while a task runs. */
export interface TaskRegister extends Partial<RunRegister>, Pick<DriverRegister, 'blocked'> {
    /** Absent when they are large: then the record of the command `openAt` has them. */
    open?: Record<string, OpenQuestion>;
    openAt?: string;
    /** When the last of what the task waits for is due: its questions expire, its sleep or its pause between two attempts is over. */
    until?: number;
    statusMessage?: string;
    /** When it last changed, while it runs. */
    updatedAt?: number;
}
export interface TaskState {
    about: TaskAbout;
    arguments: Json;
    register: TaskRegister;
    recording: Recording | undefined;
    answers: readonly Answer[];
    signals: readonly OutsideSignal[];
    isCancelled: boolean;
    /** The keys of the questions that the store had open when the task was loaded. */
    indexed: readonly string[];
}
export interface TaskMachineOptions {
    store: Store;
    log: Log<TaskEvent>;
    signalUrl?: ((refs: readonly StreamRef[], event: AnswerEvent) => string) | undefined;
    catalog: Catalog;
    sampler: Sampler;
    onVersionChange: RunOptions['onVersionChange'];
    onError: (error: unknown) => void;
    /** Called when this server has another version of a task's tool. */
    onOtherVersion: (error: VersionError) => void;
    /** Called when what clients see of a task has changed and is stored. */
    onChange: (taskId: string, principal: string | undefined, about: TaskAbout, peer: TaskPeer) => void;
}
export declare const LARGE = 2048;
export declare const isOver: ({ status }: TaskAbout) => boolean;
export declare function toTaskState({ about, register, events }: Pick<Opened<TaskEvent>, 'about' | 'register' | 'events'>, indexed?: readonly string[]): TaskState;
/** Whether this server has the tool of a task, in the version that its run has. */
export declare function canDrive(record: StreamRecord, options: TaskMachineOptions): boolean;
/** How tasks are driven. */
export declare const createTaskMachine: (options: TaskMachineOptions) => Machine<TaskState, TaskEvent>;
export {};

import { type Store } from '../log/log.ts';
import { type Json } from '../tools/json.ts';
import type { McpTool } from '../tools/tool.ts';
/** When a schedule ticks: by a clock, every so many milliseconds from its creation, or once. */
export type When = {
    cron: string;
    timeZone?: string;
} | {
    every: number;
} | {
    at: number | Date;
};
export interface ScheduleOptions {
    /** Names the schedule in its store. Default: the name of the tool. A schedule with the same name is replaced. */
    name?: string;
    /** The principal of the runs. */
    principal?: string;
    /**
     * What happens at the start if ticks passed while no node ran: `once`, the default, begins one run for all of them, and
     * `skip` begins none.
     */
    missed?: 'once' | 'skip';
    /**
     * What happens at a tick while the run of the tick before has not ended: `skip`, the default, begins none; `queue` begins one
     * when that run has ended, for all ticks until then; `allow` begins it at once. A run that waits or is blocked has not ended.
     */
    overlap?: Overlap;
    now?: () => number;
}
export type Overlap = 'skip' | 'queue' | 'allow';
/** A schedule as it is stored. */
export interface Schedule {
    name: string;
    tool: string;
    params: Json;
    when: {
        cron: string;
        timeZone: string;
    } | {
        every: number;
    } | {
        at: number;
    };
    principal?: string;
    missed: 'once' | 'skip';
    overlap: Overlap;
    /** The time from which ticks are counted. */
    setAt: number;
}
export interface ListedSchedule extends Schedule {
    /** Absent after the only tick of `at`. */
    nextAt?: number;
    /** The last tick that is over, and the last run that one began. */
    lastAt?: number;
    lastRun?: string;
    /** The last tick that began no run because the run before had not ended. */
    skippedAt?: number;
    /** A tick that waits for the run before to end. */
    queuedAt?: number;
}
export type ScheduleEvent = {
    type: 'schedule_set';
    schedule: Schedule;
};
/** What the driver keeps of a schedule. */
export type ScheduleRegister = Pick<ListedSchedule, 'lastAt' | 'lastRun' | 'skippedAt' | 'queuedAt'>;
export declare const KIND = "schedule";
/**
 * Begins runs of a tool at certain times, once per tick on all nodes together. Nodes that run `startSchedules` with the tool
 * take part. Calling it again with the same name and the same values changes nothing, so a server may call it at every start.
 */
export declare function schedule(store: Store, tool: Pick<McpTool, 'name'>, params: unknown, when: When, { name, principal, missed, overlap, now }?: ScheduleOptions): Promise<string>;
/** Lists all schedules of a store. */
export declare function listSchedules(store: Store): Promise<ListedSchedule[]>;
/** Removes a schedule. Runs that it began go on. Does nothing if there is none. */
export declare function removeSchedule(store: Store, name: string): Promise<void>;
/** Returns the first tick after a time, or `undefined` when there is none. */
export declare function nextTick({ when, setAt }: Schedule, after: number): number | undefined;

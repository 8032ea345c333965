import type { Readable } from 'node:stream';
export interface Ended {
    code: number | null;
    stdout: string;
    stderr: string;
}
export interface Watched {
    /** Comes when the process has gone, with all that it printed. */
    ended: Promise<Ended>;
    /** Comes when standard error matches; rejects when the process ends before. */
    until(pattern: RegExp): Promise<RegExpExecArray>;
}
/** Keeps what a process prints. */
export declare function watchOutput(child: NodeJS.EventEmitter & {
    stdout: Readable;
    stderr: Readable;
}): Watched;

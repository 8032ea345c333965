import type { Readable } from 'node:stream';
export interface Ended {
    code: number | null;
    stdout: string;
    stderr: string;
}
export interface Watched {
    /** Resolves to the whole output when the process has ended. */
    ended: Promise<Ended>;
    /** Resolves when standard error matches; rejects if the process ends before. */
    until(pattern: RegExp): Promise<RegExpExecArray>;
}
/** Keeps what a process prints. */
export declare function watchOutput(child: NodeJS.EventEmitter & {
    stdout: Readable;
    stderr: Readable;
}): Watched;

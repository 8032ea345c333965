import type { Log } from './log.ts';
/** A state at a place of its log. */
export interface Placed {
    readonly lsn: number;
}
export interface StatesOptions<S extends Placed, E> {
    log: Log<E>;
    /** The state of an empty log. */
    initial: S;
    reduce: (state: S, event: E, lsn: number) => S;
    /** Raised when states look different: a snapshot of another shape is ignored and made anew from the log. */
    shape: number;
    /** The most states in memory, so that a command does not read its log from the start. Default 1,000; fewer if they are long. */
    cached?: number;
}
/** States as reducers over logs. Loading costs the same however long the log is. */
export declare class States<S extends Placed, E> {
    #private;
    constructor(options: StatesOptions<S, E>);
    /** Returns the state at the end of the log. */
    load(id: string): Promise<S>;
    /** Returns the state at an earlier place of the log. */
    at(id: string, lsn: number): Promise<S>;
    /** Returns `state` with everything that was appended since. */
    catchUp(id: string, state: S): Promise<S>;
    /** Keeps a snapshot once the state is far enough from the last one; returns the place of the newest. */
    keep(id: string, state: S, keptAt: number): Promise<number>;
    forget(id: string): void;
}

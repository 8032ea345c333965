/** Something that has happened outside, as it is sent to a run. */
export interface SentSignal {
    name: string;
    /** Told from other signals by it: one that is handed in twice, such as after a restart, counts once. */
    id: string;
    value?: unknown;
    /** When it was sent; when it is handed in, if absent. */
    at?: number;
}
type Kept = SentSignal & {
    at: number;
};
/** Signals that no `ctx.signal` has taken yet. A signal may arrive long before the tool waits for it. */
export declare class SignalBox {
    #private;
    add(signal: Kept): void;
    get empty(): boolean;
    arrivedAt(name: string): number | undefined;
    take(name: string): Kept | undefined;
    /** Drops a signal that an earlier process has taken. */
    recorded(name: string, id: string): void;
}
export {};

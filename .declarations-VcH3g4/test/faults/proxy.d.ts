export interface Target {
    port: number;
    host?: string;
}
/** A TCP proxy on loopback that fails as networks do. */
export declare class TcpProxy implements AsyncDisposable {
    #private;
    readonly port: number;
    /** What it forwards to; without one it refuses connections. */
    target: Target | undefined;
    /** Milliseconds that each chunk takes, in both directions. */
    latency: number;
    /** How many connections there were. */
    connections: number;
    static open(target?: Target): Promise<TcpProxy>;
    private constructor();
    /** Opens a proxy in front of a database. */
    static openFor(address: string): Promise<TcpProxy>;
    /** Returns the address with the proxy instead of its host. */
    through(address: string): string;
    /** Resets every connection. */
    cut(): void;
    /**
     * Forwards nothing more on the open connections and ends none of them, so that they are half-open. With `andNew` later
     * connections stay without an answer as well. `thaw` forwards what was sent meanwhile.
     */
    freeze({ andNew }?: {
        andNew?: boolean | undefined;
    }): void;
    thaw(): void;
    /** Drops all replies on the open connections, while requests are still forwarded. */
    mute(): void;
    [Symbol.asyncDispose](): Promise<void>;
}

/** There is no nats-server that the tests can use. Tests skip with the message. */
export declare class NoNatsServerError extends Error {
    name: string;
}
/** Returns the error instead, for tests that skip with its message. */
export declare const findNatsServerOrError: () => Promise<string | NoNatsServerError>;
export interface TestNats {
    /** For `createNatsStore` and `STORE`. */
    url: string;
    /** The addresses of the servers. */
    servers: readonly string[];
    /** Kills a server as a power cut does; its files stay. */
    kill(index: number): Promise<void>;
    /** Starts a server that was killed. */
    restart(index: number): void;
    /** Returns the server that leads a stream of JetStream. */
    leaderOf(stream: string): Promise<number>;
    stop(): Promise<void>;
}
export interface NatsOptions {
    /** The program; without it, `findNatsServer()`. */
    program?: string;
    servers?: number;
    /** Where the servers keep their files; without it, a folder that is deleted when they are stopped. */
    folder?: string;
    /** The first of the ports; without it, free ones. Server `i` listens at `port + i`, its monitor at `port + 4000 + i`. */
    port?: number;
    /** When the servers flush writes to the disk; a killed process loses nothing either way. Default `always`. */
    syncInterval?: string;
}
/** Starts servers with JetStream on loopback, three by default, and resolves when they have a leader. */
export declare function startNats(options?: NatsOptions): Promise<TestNats>;

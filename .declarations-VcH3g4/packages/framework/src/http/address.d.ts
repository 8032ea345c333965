/** Where a server listens. */
export interface Address {
    host: string;
    port: number;
}
/** The host as it stands in an address: a colon of its own would end it. */
export declare const toHostName: (host: string) => string;
/** Whether only this machine reaches what listens there. */
export declare const isLoopback: (host: string) => boolean;
/** What went wrong when listening, as a sentence about the address. */
export declare function describeListenError(error: unknown, { host, port }: Address): string;

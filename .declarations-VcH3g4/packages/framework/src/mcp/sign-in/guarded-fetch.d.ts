/** How far an address is from this machine. */
declare const DISTANCES: readonly ['loopback', 'local', 'internet'];
type Distance = (typeof DISTANCES)[number];
/** Returns how far an IP address is. IPv4 addresses inside IPv6 ones count as themselves. */
export declare function distanceOf(address: string): Distance;
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
/** Returns a `fetch` for addresses that the server at `origin` names. It follows no redirect. */
export declare function createGuardedFetch(origin: string | URL): Promise<Fetch>;
export {};

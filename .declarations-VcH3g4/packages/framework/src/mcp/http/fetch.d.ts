import { type AdapterOptions, type HttpHandle } from './adapter.ts';
/** Serves `handle` to any web-standard server. */
export declare function createFetchHandler(handle: HttpHandle, { bodyLimit, onError }: AdapterOptions): (request: Request, env?: unknown) => Promise<Response>;

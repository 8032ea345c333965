import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AdapterOptions, type HttpHandle } from './adapter.ts';
/** Serves `handle` as a listener of `node:http`. */
export declare function createNodeListener(handle: HttpHandle, { bodyLimit, onError }: AdapterOptions): (req: IncomingMessage, res: ServerResponse) => void;

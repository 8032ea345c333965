import type { IncomingMessage } from 'node:http';
/** Returns a request of `node:http` as a web standard, without its body. */
export declare function toRequest(incoming: IncomingMessage): Request;
/**
 * Returns the text of a body that middleware has read and put on the request as `body`, as `express.json()` does. What was
 * parsed is written and parsed again, so that the same limits hold. Throws if a body was read and is not there.
 */
export declare function readParsed(incoming: IncomingMessage): string;
/** Returns the request of `node:http`, which `@hono/node-server` passes on with its request. */
export declare const incomingOf: (env: unknown) => IncomingMessage | undefined;

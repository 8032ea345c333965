import type { Binding } from './carrier.ts';
import { ProtocolError } from './errors.ts';
import type { HttpExchange } from './http-exchange.ts';
/** The `_meta` key by which a client tells a call that it sends again from another one; an extension of ours. */
export declare const IDEMPOTENCY_META = "dev.sweatpants/idempotencyKey";
/** Whether a value can be a key. */
export declare const isKey: (key: unknown) => key is string;
/**
 * Returns a message with the key of its HTTP header in `_meta`, where both revisions read it. Throws a `ProtocolError` if the
 * key is malformed, or if `_meta` has another one.
 */
export declare function withKeyHeader<T>(exchange: Pick<HttpExchange, 'header'>, message: T): T;
/** Returns 128 bits of SHA-256. */
export declare const digest: (text: string) => string;
/** Returns the id of the run that a client's key names. */
export declare const toRunId: (audience: string, { subject, principal }: Pick<Binding, 'subject' | 'principal'>, key: string) => string;
export declare const keyUsed: () => ProtocolError;

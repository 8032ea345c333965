import type { Guarded } from '../../http/auth.ts';
import type { Admitted } from '../core/auth.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
import { type Sdk } from './session.ts';
import type { Sessions } from './sessions.ts';
interface Parts {
    sessions: Sessions;
    load(): Promise<Sdk>;
    /** Returns what a request names. */
    guardedBy(message: unknown): readonly Guarded[];
}
export declare function createSessionHttp({ sessions, load, guardedBy }: Parts): (exchange: HttpExchange, caller: Admitted | undefined, body: unknown) => Promise<void>;
export {};

import type { Admitted } from '../core/auth.ts';
import type { Catalog } from '../core/catalog.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
import type { Rev2026 } from './handlers.ts';
export interface Rev2026HttpOptions {
    rev2026: Rev2026;
    catalog: Pick<Catalog, 'listedTools'>;
    /** Bytes that may wait for a slow reader. */
    unread?: number;
    onError: (error: unknown) => void;
}
/** Answers requests of 2026-07-28 over HTTP. Each POST is independent, and its headers repeat parts of the body. */
export declare function createRev2026Http({ rev2026, catalog, unread, onError }: Rev2026HttpOptions): (exchange: HttpExchange, message: unknown, caller: Admitted | undefined) => Promise<void>;

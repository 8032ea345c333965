import { type GuardOptions } from '../../http/guard.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
/** True when the exchange may go on; otherwise it has been answered, in the words of JSON-RPC. */
export declare function createExchangeGuard(options: GuardOptions): (exchange: HttpExchange) => boolean;

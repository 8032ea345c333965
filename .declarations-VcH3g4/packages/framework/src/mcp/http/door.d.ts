import { type AuthOption } from '../../http/auth.ts';
import { type Admitted } from '../core/auth.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
/** Lets callers in, and tells all others where to get a token if there are tokens. */
export declare class Door {
    #private;
    constructor(option: AuthOption, path: string, onError: (error: unknown) => void);
    hasMetadataAt(path: string): boolean;
    replyMetadata(exchange: HttpExchange): void;
    /** Resolves to the caller, or to `undefined` after it has replied with a refusal. */
    enter(exchange: HttpExchange): Promise<Admitted | undefined>;
    /** Replies to a request whose caller is refused; throws every other error. */
    refuse(exchange: HttpExchange, id: string | number | null, error: unknown): void;
}

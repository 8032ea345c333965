import type { Guarded } from '../../http/auth.ts';
import type { Catalog } from './catalog.ts';
/** Returns the tools, prompts and resources that a request names. A request about a task or an open question names none. */
export declare function readGuarded(message: unknown, catalog: Pick<Catalog, 'nameResource' | 'inWords'>): Guarded[];

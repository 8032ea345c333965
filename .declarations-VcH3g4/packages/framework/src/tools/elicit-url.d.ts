import type { Branch } from './branch.ts';
import type { Effect } from './effect.ts';
import { type ElicitAsk } from './effects/elicit.ts';
import type { ElicitKey, ElicitResult } from './elicit.ts';
/** Thrown where a page cannot be opened: the question is not declared with `mode: 'url'`, or the client has not declared it. */
export declare const URL_MODE: string;
type Asked = ElicitResult<unknown, unknown>;
/** Asks the person to open a page, and waits for what the page reports if the question has a response. */
export declare function elicitUrl(branch: Branch, definition: ElicitKey, ask: ElicitAsk): Generator<Effect, Asked, unknown>;
/** Returns the URL of a page as a browser reads it; throws a `ToolUsageError` for one that a person must not be sent to. */
export declare function readPageUrl(key: string, url: unknown): string;
export {};

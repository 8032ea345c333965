/** What the owner of a chat may read of it: everything but what other people have answered, and what signals carry. */
import type { Log } from '../log/log.ts';
import type { Patch } from './patch.ts';
import type { ChatState } from './state.ts';
export declare const toOwnerLog: (log: Log<Patch>) => Log<Patch>;
export declare function toOwnerState(state: ChatState): ChatState;

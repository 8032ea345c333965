import { type Patch } from './patch.ts';
import { type ChatState } from './state.ts';
/** Returns the state after `patch`, which is at `lsn` of the log. */
export declare function reduce(state: ChatState, patch: Patch, lsn: number): ChatState;
/** Returns the state after an event of the log. A patch that only newer clients know changes nothing but `lsn`. Throws a `PatchError`. */
export declare function applyPatch(state: ChatState, lsn: number, event: unknown): ChatState;
/** Whether the log has the patch already. */
export declare const isSaid: (state: ChatState, patch: Patch) => boolean;

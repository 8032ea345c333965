import type { Json } from './json.ts';
import type { Pending } from './pending.ts';
/** A recorded effect that a tool has yielded, as plain JSON. */
export interface OpenedEffect {
    /** Its address in the journal. */
    at: string;
    /** The path of the branch that yielded it; empty for the root. */
    branch: string;
    kind: string;
    /** The name that the author gave: the key of an elicit, the name of a step. */
    key: string;
    /** The id that an answer names; absent if no peer answers the effect. */
    id?: string;
    request: Json;
}
/** Follows the effects of a run, for a program that shows the run. */
export interface RunWatcher {
    /**
     * Called when the tool has yielded an effect, before it is performed or its recorded outcome is handed out. `yielded` is the
     * object that the tool yielded.
     */
    opened(effect: OpenedEffect, yielded: object): void;
    /** Called when an effect is withdrawn, because the part of the tool that waited for it was halted. */
    withdrawn(at: string): void;
}
export declare function toOpenedEffect({ address, id, effect }: Pending): OpenedEffect;

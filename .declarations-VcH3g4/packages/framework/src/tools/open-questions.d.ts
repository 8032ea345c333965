import type { OutsideWait } from './outside.ts';
import type { Question } from './peer.ts';
import type { Pending } from './pending.ts';
/** What waits for an answer or for the host, always in the order in which it was opened: a run may have thousands. */
export declare class OpenQuestions {
    #private;
    get size(): number;
    get(id: string): Pending | undefined;
    add(pending: Pending): void;
    remove(pending: Pending): void;
    /** Returns what peers were asked. A loop: it runs each time that a run parks, and a run may have thousands. */
    questions(): Question[];
    /** What is waited for outside. */
    waits(): OutsideWait[];
    /** Returns what waits for a signal that has arrived. */
    signalled(hasArrived: (name: string) => boolean): Pending[];
}

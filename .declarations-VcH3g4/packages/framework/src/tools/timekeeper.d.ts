import type { Branch } from './branch.ts';
import type { Clock } from './clock.ts';
import type { Fiber } from './fiber.ts';
import type { Progress } from './journal.ts';
import type { Pending } from './pending.ts';
/** Everything about a run that ends by itself: sleeps, questions that expire, branches with a timeout, cleanups. */
export declare class Timekeeper {
    #private;
    constructor(clock: Clock);
    addDeadline(pending: Pending): void;
    /** Keeps a branch whose running time is limited. */
    addBranch(branch: Branch): void;
    removeBranch(branch: Branch): void;
    branchAt(path: string): Branch | undefined;
    addCleanup(fiber: Fiber): void;
    removeCleanup(fiber: Fiber): void;
    cleanupAt(place: string): Fiber | undefined;
    start(pending: Pending, branch: Branch): void;
    stop(pending: Pending, progress: Progress): void;
    /** What is over by now. */
    due(): {
        over: Pending[];
        branches: Branch[];
        cleanups: {
            fiber: Fiber;
            endsAt: number;
        }[];
    } | undefined;
    /** When the next of them will be over, if nothing happens before. */
    nextAt(): number;
}

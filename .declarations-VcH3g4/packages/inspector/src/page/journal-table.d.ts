import type { Entry } from '@sweatpants/framework';
import type { ReactNode } from 'react';
interface JournalTableProps {
    entries: readonly Entry[];
    /** Returns the address of the replay of the first `at` entries. */
    toReplay(at: number): string;
}
/** The journal in the order in which it was written. Each entry links to its replay. */
export declare function JournalTable({ entries, toReplay }: JournalTableProps): ReactNode;
export declare function toOutcome(entry: Entry): string;
export {};

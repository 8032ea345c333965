import type { ShownRun, TimedEntry } from '@sweatpants/framework/control';
import { type ReactNode } from 'react';
interface ForkFormProps {
    run: ShownRun;
    entry: Extract<TimedEntry, {
        type: 'value';
    }>;
    /** The number of the entry. */
    at: number;
    isBusy: boolean;
    act(action: () => Promise<unknown>): void;
    open(id: string): void;
    close(): void;
}
/** Asks for another answer: with the form of the question, or as JSON where the control room does not know the question. */
export declare function ForkForm({ run, entry, at, isBusy, act, open, close }: ForkFormProps): ReactNode;
export {};

import type { ShownRun } from '@sweatpants/framework/control';
import { type ReactNode } from 'react';
interface TimelineProps {
    run: ShownRun;
    isBusy: boolean;
    act(action: () => Promise<unknown>): void;
    open(id: string): void;
}
/** The journal in its order: how long each entry took, as a bar and as a number. */
export declare function Timeline({ run, ...rest }: TimelineProps): ReactNode;
export {};

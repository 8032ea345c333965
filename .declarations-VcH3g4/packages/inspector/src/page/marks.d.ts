import type { ReactNode } from 'react';
import type { EffectState, RunStatus } from '../run-state.ts';
type Status = RunStatus | EffectState['state'];
/** A state in words, in the colour that it has everywhere. */
export declare function StatusMark({ status }: {
    status: Status;
}): ReactNode;
/** The time of day in the person's time zone. */
export declare function Time({ at }: {
    at: number;
}): ReactNode;
export {};

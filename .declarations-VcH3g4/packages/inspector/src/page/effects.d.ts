import type { ReactNode } from 'react';
import type { Happening } from '../run-state.ts';
/** The effects and messages of a run, in order. */
export declare function Effects({ happenings }: {
    happenings: readonly Happening[];
}): ReactNode;

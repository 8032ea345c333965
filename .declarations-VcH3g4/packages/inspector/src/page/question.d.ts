import type { ReactNode } from 'react';
import type { EffectState } from '../run-state.ts';
/** An open question, with a form to answer it. */
export declare function Question({ runId, effect }: {
    runId: string;
    effect: EffectState;
}): ReactNode;

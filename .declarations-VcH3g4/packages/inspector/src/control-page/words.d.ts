import type { RunState, RunWait } from '@sweatpants/framework/log';
import type { ReactNode } from 'react';
export declare const STATES: readonly RunState[];
/** A state as a word and a sign, in the colour that it has everywhere. */
export declare function StateMark({ state }: {
    state: RunState;
}): ReactNode;
/** A length of time in its two largest units: `2 d 4 h`, `320 ms`. */
export declare function toDuration(ms: number): string;
/** A time in the person's time zone, with the exact one for machines. */
export declare function Time({ at }: {
    at: number;
}): ReactNode;
/** What a run waits for, in words. */
export declare function describeWait({ kind, key, to }: RunWait): string;
/** What an entry of the journal is about, in words. */
export declare const describeKind: (kind: string) => string;

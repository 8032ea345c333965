import type { ReactNode } from 'react';
import type { RunStop } from '../run-event.ts';
/** The result of a run, or why it stopped. */
export declare function StopView({ stop }: {
    stop: RunStop;
}): ReactNode;

import type { ReactNode } from 'react';
import type { Listed } from './use-runs.ts';
interface RunListProps {
    listed: Listed;
    openId: string | undefined;
    now: number;
    more(): void;
}
/** The runs that were found, the latest changed first. */
export declare function RunList({ listed: { runs, hasMore }, openId, now, more }: RunListProps): ReactNode;
export declare const toHash: (id: string) => string;
export declare function readHash(hash: string): string | undefined;
export {};

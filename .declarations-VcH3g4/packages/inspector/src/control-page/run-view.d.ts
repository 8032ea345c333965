import { type ReactNode } from 'react';
interface RunViewProps {
    id: string;
    /** Grows when the store has changed. */
    change: number;
    now: number;
}
/** One run: why it is where it is, what can be done with it, and its journal. */
export declare function RunView({ id, change, now }: RunViewProps): ReactNode;
export {};

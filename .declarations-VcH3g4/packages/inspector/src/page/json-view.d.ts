import { type ReactNode } from 'react';
/** A part that may be larger than its place. It takes the focus, so that it can be scrolled with the keyboard. */
export declare function Scrolling({ label, children }: {
    label: string;
    children: ReactNode;
}): ReactNode;
interface DetailsProps {
    summary: ReactNode;
    /** Rendered when the person opens it: a run may have thousands. */
    children(): ReactNode;
}
export declare function Details({ summary, children }: DetailsProps): ReactNode;
export declare function JsonView({ value, label }: {
    value: unknown;
    label: string;
}): ReactNode;
export declare function JsonDetails({ label, value }: {
    label: string;
    value: unknown;
}): ReactNode;
export {};

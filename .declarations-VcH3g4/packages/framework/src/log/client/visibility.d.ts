import type { Clock } from '../../tools/clock.ts';
/** Whether a page is seen: a `document`, or what stands for one. */
export interface PageVisibility extends EventTarget {
    /** `hidden` when the page is not visible. */
    readonly visibilityState: string;
}
export interface VisibilityOptions {
    /** Without one the page counts as seen. */
    page: PageVisibility | undefined;
    clock: Clock;
    onHidden: () => void;
    onSeen: () => void;
}
/** Tells when a page has been hidden for a while, and when it is seen again. */
export declare class Visibility {
    #private;
    constructor(options: VisibilityOptions);
    get isHidden(): boolean;
    /** A page that begins hidden, as a tab in the background does, gets no grace. No event reports the first state. */
    watch(): void;
    stop(): void;
}

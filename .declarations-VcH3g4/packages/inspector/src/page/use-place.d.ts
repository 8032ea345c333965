/** The part of the inspector that the page shows. It is in the address, so that a reload and the back button find it. */
export type PagePlace = {
    type: 'start';
} | {
    type: 'tool';
    name: string;
} | {
    type: 'run';
    runId: string;
} | {
    type: 'replay';
    runId: string;
    at: number;
};
export declare function toHash(place: PagePlace): string;
export declare function fromHash(hash: string): PagePlace;
export declare function usePlace(): PagePlace;
export declare function goTo(place: PagePlace): void;
/** Replaces the current place in the history: the back button leaves a replay instead of stepping through it. */
export declare function moveTo(place: PagePlace): void;

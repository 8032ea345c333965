import type { Positions } from './positions.ts';
/** A horizontal band of the picture, from the top down. */
export interface Band {
    title: string;
    top: number;
    height: number;
    /** Whether the height in the band shows the confidence. */
    isScale: boolean;
}
/** A seat at a stop. `x` counts stops, `y` counts bands. */
export interface Mark {
    seat: number;
    stop: number;
    x: number;
    y: number;
    isFlip: boolean;
    /** Whether the height shows a stated confidence. */
    isSure: boolean;
    /** Whether the seat was heard; otherwise its line has a gap. */
    isHeard: boolean;
    title: string;
}
/** Positions over rounds: a band per answer, in which a more confident seat is higher. */
export interface Picture {
    bands: Band[];
    height: number;
    marks: Mark[];
}
export declare const scaleY: (band: Band, confidence: number) => number;
export interface PictureSize {
    /** Between two stops, in pixels. */
    stopWidth: number;
    /** Of a band, in pixels. */
    bandHeight: number;
    /** The size of a mark, in pixels. */
    markSize: number;
}
export declare function layOutPicture(positions: Positions, size: PictureSize): Picture;

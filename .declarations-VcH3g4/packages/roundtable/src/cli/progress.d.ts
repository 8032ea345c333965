import type { Heard } from '../debate/roundtable.ts';
/** Shows the progress of a debate. The code that creates it disposes it. */
export interface Progress extends Disposable {
    /** Called when a round begins. */
    open(title: string): void;
    hear(heard: Heard): void;
    say(text: string): void;
    /** Stops the animation until the next round, so that other code can write. */
    rest(): void;
}
export type ProgressOutput = NodeJS.WritableStream & {
    isTTY?: boolean;
};
/** Writes lines, and on a terminal an animated status line below them. */
export declare const createProgress: (output: ProgressOutput) => Progress;

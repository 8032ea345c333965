import type { Traits } from '../http/backlog.ts';
export interface LineHandlers {
    onLine(line: string): void;
    /** Called for a line that is too long; it is skipped. */
    onTooLong(): void;
    /** Called once, at the end of the input. */
    onEnd(): void;
}
/** Reads text line by line. Returns a function that stops it. */
export declare function readLines(input: NodeJS.ReadableStream, handlers: LineHandlers, maxLine?: number): () => void;
export interface LineWriterOptions {
    /** Called when the reader falls behind and when it has caught up. */
    onPressure?: (isBehind: boolean) => void;
    /** Called when too much waits for the reader; nothing is written after it. */
    onCut?: () => void;
    unread?: number;
}
/** Writes lines, all of one turn of the event loop together. */
export declare class LineWriter {
    #private;
    constructor(output: NodeJS.WritableStream, options?: LineWriterOptions);
    write(line: string, traits?: Traits): void;
    flush(): void;
    /** Gives everything that waits to the output. */
    end(): void;
}

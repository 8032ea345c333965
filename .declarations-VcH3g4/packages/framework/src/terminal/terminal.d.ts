/** Lines in, lines out: a person at a keyboard, or a pipe. The code that opens it closes it. */
export interface Terminal extends Disposable {
    /** Writes a line; an open prompt moves below it. */
    print(text: string): void;
    /** Reads a line, for one caller at a time. Resolves to `undefined` when the input has ended. */
    ask(prompt: string, signal?: AbortSignal): Promise<string | undefined>;
}
export interface TerminalStreams {
    input?: NodeJS.ReadableStream & {
        isTTY?: boolean;
    };
    output?: NodeJS.WritableStream & {
        isTTY?: boolean;
    };
}
/** Opens a terminal, on the process's own input and output unless told otherwise.
 *
 * ```ts
 * using terminal = openTerminal()
 * const name = await terminal.ask('Name: ')
 * ```
 */
export declare function openTerminal({ input, output }?: TerminalStreams): Terminal;

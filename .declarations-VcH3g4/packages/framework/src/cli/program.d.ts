/** Runs with the arguments after its name; resolves to the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;
/** A command-line program. A command and the help are loaded when they are needed. */
export interface Program {
    readonly name: string;
    version(): string;
    help(): Promise<string>;
    readonly commands?: Readonly<Record<string, () => Promise<Command>>>;
    /** Runs if the first argument is an option or absent. Without it, a command is required. */
    readonly main?: () => Promise<Command>;
}
/**
 * Reads `.env` and runs a program; resolves to its exit code. An error is printed on stderr: the exit code is 2 for a
 * `UsageError`, and 1 for any other.
 */
export declare function runProgram(program: Program, args?: readonly string[]): Promise<number>;
/** Prints errors on stderr: one of the framework as a sentence after the program's name, any other with its stack. */
export declare const createReporter: (name: string) => (error: unknown) => void;
/** Makes `console` write to stderr from now on: stdout is for a protocol or a result, which other output would break. */
export declare function reserveStdout(): void;
/** Writes the result of a command to stdout. Like all output of a program, it cannot control the terminal. */
export declare function printResult(text: string): void;
/** The first SIGINT or SIGTERM, as an abort signal and as a promise of its name. */
export interface StopSignal extends Disposable {
    readonly signal: AbortSignal;
    readonly received: Promise<NodeJS.Signals>;
}
/** Catches the first SIGINT or SIGTERM; a second one ends the process at once. */
export declare function untilSignal(): StopSignal;

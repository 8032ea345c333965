export declare const DEFAULT_FOLDER = "my-tool";
interface Terminal {
    input: NodeJS.ReadableStream;
    output: NodeJS.WritableStream;
}
/** Asks for the folder. Resolves to `undefined` if the user leaves without an answer. */
export declare function askFolder({ input, output }: Terminal): Promise<string | undefined>;
export {};

export declare const DEFAULT_FOLDER = "my-tool";
interface Terminal {
    input: NodeJS.ReadableStream;
    output: NodeJS.WritableStream;
}
/** The folder that the person names; nothing when they leave without an answer. */
export declare function askFolder({ input, output }: Terminal): Promise<string | undefined>;
export {};

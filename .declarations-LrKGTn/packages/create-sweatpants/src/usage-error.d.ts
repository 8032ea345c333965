/** A mistake of whoever ran the command: told as one sentence. */
export declare class UsageError extends Error {
    name: string;
}

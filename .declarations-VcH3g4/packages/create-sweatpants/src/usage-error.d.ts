/** Wrong arguments on the command line. Printed as one sentence, without a stack. */
export declare class UsageError extends Error {
    name: string;
}

/** The part of a program's help about models, stores and keys. */
export declare const describeEnvironment: () => string;

/** The version of this package, wherever in it this file was built to. */
export declare function readVersion(folder?: string): string;

/** A name that npm takes, after the folder. */
export declare function toPackageName(folder: string): string;

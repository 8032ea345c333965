/** Returns a string as Postgres can store it: as JSON if it has a NUL or half of a surrogate pair. */
export declare function toText(value: string): string;
export declare const fromText: (text: string) => string;

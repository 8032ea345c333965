/**
 * Words for one value that replays: HMAC-SHA-256, keyed with the secret seed of the run, of the place in the code and the
 * number of the draw there. They are the same in every process, and a reader of some of them cannot compute another, or
 * the seed.
 */
export declare function draw(seed: string, place: string, n: number): () => number;
export declare const toRandom: (next: () => number) => number;
/** A version 4 UUID. */
export declare function toUuid(next: () => number): string;
/** A random id that cannot be guessed. Unlike `crypto.randomUUID`, it is one flat string: a waiting run keeps two. */
export declare const mintId: () => string;

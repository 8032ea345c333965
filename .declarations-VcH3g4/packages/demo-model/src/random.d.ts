/**
 * Returns a number in [0, 1) that depends on the seed and the key alone. Two multiplicative hashes of the text are mixed
 * into the 53 bits of a double.
 */
export declare function draw(seed: string, key: string): number;
/** Returns the list rotated to a start that depends on the seed and the key; `offset` moves it further. */
export declare function rotate<T>(list: readonly T[], seed: string, key: string, offset?: number): T[];

/** SHA-256 of a text in UTF-8, as eight words. Synchronous, unlike Web Crypto, and without Node. */
export declare function sha256(text: string): Int32Array;
/** HMAC-SHA-256 of a text (RFC 2104), as eight words. */
export declare function hmacSha256(key: string, text: string): Int32Array;
/** 128 bits of SHA-256 as hex: two texts with one fingerprint cannot be found, not even on purpose. */
export declare function fingerprint(text: string): string;
/** A word as eight digits. From a table: `toString(16)` costs more than the rest of an id. */
export declare const toHex: (word: number) => string;

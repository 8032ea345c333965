/** Returns the sealing keys in `SWEATPANTS_KEYS`, else the one in the file beside the store; `undefined` without either. */
export declare function readKeys(store?: string): readonly string[] | undefined;
/** Returns the keys that encrypt what a store keeps; `undefined` for a store in clear. */
export declare const readStoreKeys: () => readonly string[] | undefined;

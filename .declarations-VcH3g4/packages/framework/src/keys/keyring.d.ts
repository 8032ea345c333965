/** Seals with the newest of several secrets, and opens with any of them. */
export interface Keyring {
    /**
     * Returns `label.keyId.data`: encrypted, authenticated, of URL-safe characters, and different each time. The label stays
     * readable; the place is authenticated and not part of the text.
     */
    seal(label: string, data: Uint8Array, place?: string): string;
    /** Returns the data that was sealed under this label for this place, or `undefined` for any other text. */
    open(label: string, text: string, place?: string): Buffer | undefined;
    /** The id of the key that seals. It says nothing about the secret. */
    readonly newest: string;
}
/** Creates a keyring of secrets, newest first. To rotate, put a new one in front, and drop the last once its states have expired. */
export declare function createKeyring(secrets: readonly string[]): Keyring;
/** Creates a keyring with a secret of its own, whose seals no other process opens. */
export declare const createOwnKeyring: () => Keyring;
/** Returns a new secret for `createKeyring`. */
export declare const mintSecret: () => string;

import { type Store } from '../log/log.ts';
/**
 * Encrypts what a store keeps with AES-256-GCM. `keys` are secrets of at least 32 characters, the newest first. Ids, kinds,
 * principals, audience names, times and the number of records stay in clear, because a store searches by them. Rejects when
 * the store was encrypted with other keys.
 *
 * ```ts
 * const store = await createEncryptedStore(createSqliteStore('chat.db'), [process.env.STORE_KEY!])
 * ```
 */
export declare function createEncryptedStore(store: Store, keys: readonly string[]): Promise<Store>;
/** Whether what a store keeps is encrypted, so that a server without keys must not use it. */
export declare const isEncrypted: (store: Store) => Promise<boolean>;

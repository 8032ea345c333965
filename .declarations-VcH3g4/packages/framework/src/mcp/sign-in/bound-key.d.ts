import type { DpopKeyPair } from '@modelcontextprotocol/client';
/** Creates the key that DPoP tokens are bound to, in the form in which it is kept. */
export declare function exportKey(): Promise<Record<string, unknown>>;
export declare function importKey(key: Record<string, unknown>): Promise<DpopKeyPair>;

import type { Keyring } from '../../keys/keyring.ts';
import { type Carried, type Carrier } from '../core/carrier.ts';
export interface Sealed extends Carried {
    expiresAt: number;
}
export interface SealedCarrierOptions {
    keys: Keyring;
    /** Milliseconds for which a state is valid. */
    ttl: number;
    now?: () => number;
}
/** Seals the whole run into the state: the client can neither read nor change it, and any process with the key goes on. */
export declare function createSealedCarrier({ keys, ttl, now }: SealedCarrierOptions): Carrier;
/** Returns the content of a sealed state, expired or not. Throws when it was sealed with another key. */
export declare function inspectSealed(state: string, keys: Keyring): Sealed;

import type { KeyObject } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
/** The key that checks signatures: the URL of the issuer's keys, the keys themselves, one public key, or a secret. */
export type JwtKey = URL | JSONWebKeySet | KeyObject | Uint8Array;
/**
 * Returns the algorithms that a token may name, pinned by the kind of key: a token cannot choose `none`, or have a public
 * key taken for a secret.
 */
export declare function pinAlgorithms(key: JwtKey, wanted?: readonly string[]): string[];

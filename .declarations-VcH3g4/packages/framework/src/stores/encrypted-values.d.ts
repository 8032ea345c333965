import type { Keyring } from '../keys/keyring.ts';
import { type LogEntry, type StreamRecord } from '../log/log.ts';
import type { Json } from '../tools/json.ts';
/** The keys of a store, and where the streams that it wrote end. */
export declare class Cipher {
    #private;
    readonly keyring: Keyring;
    constructor(keyring: Keyring);
    /** Where streams of a kind ended when they were last written here, by id. */
    headsOf(kind: string): Map<string, number>;
}
/** Encrypts and decrypts the values of one stream, each for its field. */
export declare class StreamCipher {
    #private;
    constructor({ keyring }: Cipher, kind: string, id: string);
    seal(field: string, value: Json): string;
    /** Seals JSON. */
    sealText(field: string, text: string): string;
    /** Throws a `RegisterError` when it is too large. */
    sealRegister(register: Json): string;
    canOpen(field: string, value: Json): boolean;
    /** Throws a `StoreError` unless the value was sealed for this field of this stream with one of the keys. */
    open(field: string, value: unknown): Json;
    openRecord<R extends StreamRecord>(record: R): R;
    openEntries(entries: readonly LogEntry<unknown>[]): LogEntry<unknown>[];
}

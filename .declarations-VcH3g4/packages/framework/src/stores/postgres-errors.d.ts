import { StoreError } from '../tools/errors.ts';
/** Returns an error whose message says nothing about the database, with the error of the driver as its cause. */
export declare function toStoreError(cause: unknown): StoreError;

import { DatabaseSync } from 'node:sqlite';
/** Opens the file, creates it and its directory where missing, and migrates it to the current version. */
export declare function openDatabase(path: string): DatabaseSync;
/** Runs `body` as the only writer, in one transaction that an error undoes. */
export declare const transact: <T>(database: DatabaseSync, body: () => T) => T;
/** Runs `body`, which only reads, on one state of the file, also while another process writes. */
export declare const snapshot: <T>(database: DatabaseSync, body: () => T) => T;

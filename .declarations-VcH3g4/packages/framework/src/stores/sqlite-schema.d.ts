/**
 * Each brings a file from the version that is its index to the next. Append only: files of every version exist.
 *
 * A run names its owner by number. A run is newer than its owner and SQLite gives a new row the largest number plus one, so
 * no other stream gets the number of a deleted owner that has runs. There are no foreign keys, which cost a lookup for each
 * row; a trigger deletes what belongs to a deleted stream.
 */
export declare const MIGRATIONS: readonly string[];

/**
 * Each brings a schema from the version that is its index to the next. Append only: databases of every version exist. In a
 * string, so that a bundle contains it. `sweatpants.` stands for the name of the store's schema.
 *
 * A write is one call of a function: one round trip, one transaction, and each statement in it sees what was committed
 * while an earlier one waited for a row. JSON is kept as text: jsonb refuses \u0000 and reorders keys. There are no foreign
 * keys, which cost a lookup for each row; the function that deletes a stream deletes what belongs to it.
 */
export declare const MIGRATIONS: readonly string[];

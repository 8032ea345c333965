/** What is known of a seat's model before it votes. */
export interface SeatRecord {
    /** Its accuracy in the skill table. */
    listed?: number | undefined;
    /** Past decisions whose outcome is known, and in how many of them the model was right. */
    known: number;
    right: number;
    /** Past debates: how many pairs with another model there were, and in how many the two agreed. */
    pairs?: number;
    agreed?: number;
}
/** The constants, fitted like those of `weigh`. */
export declare const RATING: {
    /** The accuracy of a model of which nothing is known, and how many outcomes that is worth. */
    unknown: number;
    panel: number;
    /** How many outcomes the level of the panel is worth for a seat, without and with an entry in the table. */
    record: number;
    listed: number;
    /** How much of a difference in the table is believed. */
    trust: number;
    /** Agreement in past debates: how it tells the level of the panel, and a seat's place in it. */
    agreement: {
        base: number;
        level: number;
        seat: number;
        shrink: number;
    };
};
export type Rating = typeof RATING;
/**
 * Estimates the probability that each seat is right. The table tells seats apart, known outcomes correct it and set the
 * level; without a table and without outcomes, past agreement tells seats apart.
 */
export declare function rateSeats(records: readonly SeatRecord[], constants?: Rating): number[];

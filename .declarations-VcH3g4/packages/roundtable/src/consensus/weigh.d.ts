/** A seat's votes on one question, and what is known of the seat. */
export interface WeighedSeat {
    /** The probability that the seat is right, before it votes; see `rateSeats`. */
    skill: number;
    /** Its answers. Their parts sum to 1; a seat that was not heard has none. */
    votes: readonly {
        key: string;
        part: number;
        confidence?: number | undefined;
    }[];
    /** The log-odds of the confidence that the seat usually states. Without them, a stated confidence says nothing. */
    usual?: number;
}
/** The result of weighing the votes. */
export interface Weighed {
    /** The probability that each given answer is right. */
    chances: ReadonlyMap<string, number>;
    /** The share of the votes for each answer, by weight. */
    shares: ReadonlyMap<string, number>;
    /** The weight of each seat, where a seat of average weight has 1; 0 for a seat that was not heard. */
    weights: readonly number[];
    /** How many seats of equal weight would count as much. */
    effective: number;
}
/** The constants, fitted on recorded answers of 73 models; `bench/DEBATE.md` reports how they perform on others. */
export declare const WEIGHING: {
    /** How steeply the weight of a seat grows with the odds that it is right. */
    power: number;
    /** How much the weight grows with a confidence above the seat's usual one. */
    surer: number;
    /** The scale of the probability: its base, and its growth with the skill, number and confidence of the seats. */
    base: number;
    level: number;
    seats: number;
    sure: number;
    /** Its growth with the number of possible answers, relative to ten. */
    choices: number;
};
export type Weighing = typeof WEIGHING;
/** The number of possible answers to a question whose answers are free. */
export declare const FREE_CHOICES = 30;
/**
 * Weighs the votes of a panel. A seat counts by how often it is right, never by its family or by how sure it sounds
 * in general; the probability follows from the weighted share, from how many seats really count, and from how many
 * answers were possible. `choices` is the number of possible answers, `FREE_CHOICES` where they are free.
 */
export declare function weigh(seats: readonly WeighedSeat[], choices: number, constants?: Weighing): Weighed;
/** The log-odds of a stated confidence. Statements near 0 and 1 are not taken literally. */
export declare const toSureness: (confidence: number) => number;
export declare const toLogOdds: (share: number) => number;
export declare const toShare: (logOdds: number) => number;

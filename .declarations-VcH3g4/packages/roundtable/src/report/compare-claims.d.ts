export interface Comparison {
    /** Similarity from 0 to 1; 0 if it is too low to count as the same. */
    likeness: number;
    /** Whether one negates the other, or they choose differently. They then never count as the same. */
    isConflict: boolean;
}
/** When two claims count as the same. */
interface Likeness {
    /** Minimum share of all their words that both contain. */
    jaccard: number;
    /** Minimum share of the words of the shorter claim that the longer one contains. */
    containment: number;
}
/** A claim, prepared for comparison. */
interface Wording {
    words: SignedWords;
    /** Without the words of the topic, which all claims use. If a claim has no others, all its words are compared. */
    own: SignedWords;
    /** The alternatives of the topic (“A or B”) that the claim supports. */
    choices: SignedWords;
    numbers: SignedWords;
}
/** Reads claims on a topic for comparison. */
export declare function createReader(topic: string): (claim: string) => Wording;
/** Compares two claims on the same topic by their words. */
export declare function compare(one: Wording, other: Wording, thresholds?: Likeness): Comparison;
/** The words of a claim, each affirmed (`+`) or negated (`-`): “use A, not B” is `+a -b`. */
type SignedWords = ReadonlySet<string>;
/** A negation holds to the end of its clause, and a second one cancels it. */
export declare function signedWords(text: string): SignedWords;
export declare const opposite: (signed: string) => string;
export {};

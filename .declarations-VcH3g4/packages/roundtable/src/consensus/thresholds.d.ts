export interface Thresholds {
    /** Minimum agreement for `high`. */
    high: number;
    /** Minimum agreement for `medium`. */
    medium: number;
    /** Rounds without a change after which a disagreement counts as stable. */
    stableRounds: number;
}
export declare const DEFAULT_THRESHOLDS: Thresholds;
/** Reads the thresholds from the environment, with defaults for absent variables. Throws an error that names an invalid variable. */
export declare function readThresholds(env: Readonly<Record<string, string | undefined>>): Thresholds;

import type { Usage } from '../tools/usage.ts';
/** US dollars per million tokens. */
export interface Price {
    input: number;
    output: number;
}
export declare const costOf: (price: Price, { inputTokens, outputTokens }: Usage) => number;
/** What is known about a model before it is called. */
export interface KnownModel {
    /** Matched against the whole id, `provider/name`. */
    pattern: RegExp;
    /** Absent if the price is unknown, or does not depend on tokens alone. */
    price?: Price;
    /** From 0, slow, to 1. */
    speed: number;
    /** From 0 to 1, as providers rank their own models and benchmarks compare them. */
    intelligence: number;
}
/**
 * A known model: its id, speed, intelligence, and list price of November 2026 for a prompt of ordinary length. Some
 * providers charge more for a very long prompt, and less for cached input. If a price increase is announced, the price is
 * the later one. A date at the end of the id makes no difference.
 */
export declare const rate: (id: string, speed: number, intelligence: number, input?: number, output?: number) => KnownModel;

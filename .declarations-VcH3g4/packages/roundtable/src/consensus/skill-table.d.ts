/**
 * How often models chose the right one of up to ten answers. Written by `npm run bench:debate -- --skills` from the recorded
 * answers in bench/debate/data, which names sources and licences. Only differences between models count, so another public
 * average serves as well. To add a model, pass `settings: { skills }` to `createRoundtable`, or add its answers to the data.
 */
export declare const SKILLS: Readonly<Record<string, number>>;

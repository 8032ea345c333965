export type Json = null | boolean | number | string | Json[] | {
    [key: string]: Json;
};
/** Stands for a type that JSON cannot carry: such a value is refused by name when it is recorded. */
export interface NotJson<T> {
    readonly 'JSON cannot carry': T;
}
type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | WeakMap<WeakKey, unknown> | WeakSet<WeakKey>;
type Unjsonable = (bigint | symbol | Date | RegExp | Error | Promise<unknown> | ArrayBuffer | ArrayBufferView) | Collection | ((...args: never) => unknown);
/** The types within `T`, four levels deep, that JSON cannot carry. Types may refer to themselves, so the search must end. */
type UnjsonableIn<T, Levels extends 0[] = []> = unknown extends T ? never : T extends Unjsonable ? T : Levels['length'] extends 4 ? never : T extends readonly (infer Item)[] ? UnjsonableIn<Item, [...Levels, 0]> : T extends object ? {
    [K in keyof T]-?: UnjsonableIn<T[K], [...Levels, 0]>;
}[keyof T] : never;
/**
 * The type of a recorded value: what a step returned, as the tool gets it back. It is the type itself, unless there is
 * something in it that JSON cannot carry: return `date.toISOString()` from a step, and make a `Date` of it outside.
 */
export type Jsonified<T> = unknown extends T ? T : T extends Unjsonable ? NotJson<T> : [UnjsonableIn<T>] extends [never] ? T : {
    [K in keyof T]: Jsonified<T[K]>;
};
/** Whether `value` is an object and no array. */
export declare const isObject: (value: unknown) => value is Record<string, unknown>;
/** Data with methods: JSON carries the fields of an instance. Those of any other class are refused. */
export declare abstract class Data {
}
/** The most that one journal entry may hold, in characters of JSON (approximately: structure is counted, not escapes). */
export declare const MAX_ENTRY_SIZE = 1000000;
/**
 * A private copy of `value` that JSON carries without change, or a `JsonError` that names `what` and the path.
 * A property that is `undefined` counts as absent; at the top, `undefined` is a value of its own.
 */
export declare function toJson(value: unknown, what: string, limit?: number): Json | undefined;
/** A fresh copy of a JSON value, so that the one that is kept cannot be changed. */
export declare function copyJson<T extends Json | undefined>(value: T): T;
/** A fresh copy of a JSON value that cannot be changed at any depth. */
export declare function freezeJson<T extends Json>(value: T): T;
/** The same text for the same value, in any order of its keys. */
export declare function canonicalJson(value: Json): string;
export declare function canonicalJson(value: Json | undefined): string | undefined;
/** A short fingerprint that tells two requests apart. It guards against mistakes, not against attackers. */
export declare function digest(text: string): string;
export {};

/** The parts of the schemas of patches, commands and states. The message of a schema completes "the field must be …". */
import { type GenericSchema, type InferOutput, type ObjectEntries, type ObjectSchema } from 'valibot';
import { type Json } from '../tools/json.ts';
export declare const text: GenericSchema<string>;
export declare const flag: GenericSchema<boolean>;
/** Finite: `JSON.parse` reads `1e999` as infinity. */
export declare const number: GenericSchema<number>;
/** A JSON value whose content is not inspected. */
export declare const json: GenericSchema<Json>;
/** An object whose content is not inspected. */
export declare const opaque: <T>() => GenericSchema<T>;
/** A string, typed as the values that are known today. A newer server may send another one. */
export declare const word: <T extends string>() => GenericSchema<T>;
export declare const list: <T>(item: GenericSchema<T>) => GenericSchema<T[]>;
/** An object inside a field. */
export declare const part: <T extends ObjectEntries>(entries: T) => GenericSchema<InferEntries<T>>;
type InferEntries<T extends ObjectEntries> = InferOutput<ObjectSchema<T, undefined>>;
/** The fields of a `T`, which may have others too. */
export interface Fields<T> {
    readonly checks: readonly {
        field: string;
        schema: GenericSchema;
        isOptional: boolean;
    }[];
    /** Never set: it carries the type. */
    readonly type?: T;
}
export type InferFields<F> = F extends Fields<infer T> ? T : never;
export declare const fields: <T extends ObjectEntries>(entries: T) => Fields<InferEntries<T>>;
/**
 * Returns the first problem of `value` with the path of its field, or `undefined`. The work is linear in the size of `value`.
 * The fields are checked one by one, since an object schema would copy the object: that takes twice as long as the checks.
 */
export declare function problemWith({ checks }: Fields<unknown>, value: unknown): string | undefined;
export {};

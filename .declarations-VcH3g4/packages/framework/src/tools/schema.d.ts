import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
export type JsonSchema = {
    readonly [keyword: string]: unknown;
};
/** A Standard Schema that also has a JSON Schema form: zod 4, arktype, valibot by `toStandardJsonSchema`, or `jsonSchema()`. */
export interface Schema<In = unknown, Out = In> {
    readonly '~standard': StandardSchemaV1.Props<In, Out> & StandardJSONSchemaV1.Props<In, Out>;
}
export type InferInput<S extends Schema> = StandardSchemaV1.InferInput<S>;
export type InferOutput<S extends Schema> = StandardSchemaV1.InferOutput<S>;
/** Whether a value is a Standard Schema. That it also has a JSON Schema form is for `toJsonSchema` to find out, and to say. */
export declare function isSchema(value: unknown): value is Schema;
/** The JSON Schema of one side of a schema (draft 2020-12), as its library writes it; of a `jsonSchema()`, the very object it was given. */
export declare function toJsonSchema(schema: Schema, side: 'input' | 'output'): JsonSchema;
/**
 * A schema made of a raw JSON Schema: draft 2020-12, or the draft its `$schema` names. It goes to the wire verbatim; `T` is
 * taken on trust. A check that takes too much work fails: a client chooses the value, and the validator alone would compare
 * every two items of a list, and follow every branch of a union.
 */
export declare function jsonSchema<T = unknown>(schema: JsonSchema): Schema<T>;
export type Checked<T> = {
    type: 'valid';
    value: T;
} | {
    type: 'invalid';
    problem: string;
};
/** Validates a value, at once when the schema is synchronous. */
export declare function check<T>(schema: Schema<unknown, T>, value: unknown): Checked<T> | Promise<Checked<T>>;

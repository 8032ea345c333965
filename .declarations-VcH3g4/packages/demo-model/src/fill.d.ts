import { type Json, type JsonSchema, type Suggest } from './schema.ts';
/** Returns data that matches a schema, made of suggestions where they fit, or `undefined` if none was found. */
export declare function fill(schema: JsonSchema, { suggest, seed, subject }: {
    suggest: Suggest;
    seed: string;
    subject: string;
}): Json | undefined;

import { type Json, type JsonSchema } from './schema.ts';
/** Returns forms of a value that the schema may accept, the nearest first. */
export declare function adapt(value: Json, schema: JsonSchema): Json[];
/** Cuts a text after a whole word if it is too long, and pads it with dots if it is too short. */
export declare function fitText(text: string, { minLength, maxLength }: JsonSchema): string;

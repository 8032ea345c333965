import type { ElicitDefinition, ElicitKey } from './elicit.ts';
import { type Json } from './json.ts';
import type { InferInput, JsonSchema } from './schema.ts';
/** One of the values that a field of an answer may have, and what the person reads in its place. */
export interface Choice {
    value: string;
    title?: string;
}
/** What may be chosen from, by the fields of a response that are texts or lists of texts. */
export type Choices = Readonly<Record<string, readonly Choice[]>>;
/**
 * Refuses choices for what is no field of the response, or no text. A mapped type would say it more plainly, and would keep
 * contexts of different tools from being compared.
 */
export type FieldsOnly<H extends Choices, D extends ElicitDefinition> = keyof H extends ChoosableKey<InferInput<NonNullable<D['response']>>> ? unknown : never;
type ChoosableKey<T, F = keyof T> = F extends keyof T ? NonNullable<T[F]> extends string | readonly string[] ? F : never : never;
/** Returns the choices as plain data; throws a `ToolUsageError` where a form of MCP cannot offer them. */
export declare function checkChoices({ key, schema }: ElicitKey, given: unknown): Choices;
/** The form with these choices: an `enum`, or a `oneOf` with titles, as both revisions of MCP have them. */
export declare function withChoices(schema: JsonSchema, choices: Choices): JsonSchema;
/** Returns what is wrong with an answer that has another value than those that were offered. */
export declare function refuseChoice(choices: Choices, content: Json | undefined): string | undefined;
export {};

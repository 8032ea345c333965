/** Forms as hosts show them best, and answers as hosts send them. What a tool declared stays as it is; only the wire differs. */
import { type ElicitEffect } from '../../tools/effects/elicit.ts';
import { type Json } from '../../tools/json.ts';
import type { JsonSchema } from '../../tools/schema.ts';
/** What the form of a question depends on. */
type Asked = Pick<ElicitEffect, 'schema' | 'refusal' | 'attempt'>;
/** Returns the description of a consent, which its form does not show. */
export declare const toConsentNote: (form: JsonSchema) => string | undefined;
/** Returns the form for the wire: every field has a title, and a consent is accepted or declined without a field. */
export declare function fitForm(asked: Asked): JsonSchema;
/** Returns the flat form of a question that only a component answers; `undefined` if it has none. */
export declare function toFlat({ key, schema }: Pick<ElicitEffect, 'key' | 'schema'>): JsonSchema | undefined;
/** Returns a form in which every field has a title. */
export declare function withTitles(form: JsonSchema): JsonSchema;
/** Returns a fitted form for revisions before 2025-11-25, which have neither titled choices nor lists. */
export declare function fitOlderForm(form: JsonSchema): JsonSchema;
/** Returns an answer with the content that the form of the question has: consents are filled in, and texts are read. */
export declare function readAnswer(answer: Json | undefined, asked: Asked): Json | undefined;
export {};

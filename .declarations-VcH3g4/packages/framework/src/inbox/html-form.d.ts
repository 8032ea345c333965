import { type FlatForm } from '../tools/flat-form.ts';
import type { JsonSchema } from '../tools/schema.ts';
/** Returns text for use between tags and in quoted attributes. */
export declare const escapeHtml: (text: string) => string;
/** Returns the flat form of a schema, or `undefined` when only a component of the application can ask for it. */
export declare function toPlainForm(schema: JsonSchema | undefined): FlatForm | undefined;
/** Returns the fields of a form as HTML, with what was entered before. */
export declare const renderFields: ({ properties, required }: FlatForm, entered?: URLSearchParams) => string;
/** Returns the content of an answer from the fields that a browser sent. Optional fields that are empty are absent. */
export declare function readFields({ properties }: FlatForm, sent: URLSearchParams): Record<string, unknown>;

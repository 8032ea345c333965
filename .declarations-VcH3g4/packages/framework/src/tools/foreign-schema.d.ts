import type { JsonSchema, Schema } from './schema.ts';
/**
 * A raw JSON Schema from outside, such as from the server of a hosted tool. It goes to the wire as it is. A value is checked
 * with a bounded amount of work, and without the regular expressions of the schema: one of a few characters can block the
 * process for hours. A check that takes more work fails, and so does the call that needs it.
 */
export declare function foreignSchema<T = unknown>(schema: JsonSchema): Schema<T>;

import type { StandardSchemaV1 } from '@standard-schema/spec';
import { SweatpantsError } from './errors.ts';
/** The check of a value would take more work than is allowed, so the value is not accepted. */
export declare class SchemaWorkError extends SweatpantsError {
    name: string;
}
export interface EvaluateOptions {
    /** Whether `pattern` and `patternProperties` are checked. Only for a schema whose author is trusted: a regular expression has no bound. */
    patterns?: boolean;
    /** Units of work for the check. Default 400,000. */
    work?: number;
}
/**
 * Checks a value against a JSON Schema that came as data, and returns what is wrong with it. Every schema that is applied to a
 * value, every member and every 64 characters that are looked at cost one unit of work. A check that costs more than `work`
 * throws a `SchemaWorkError`, so the time of a check is bounded for every pair of a schema and a value.
 *
 * It supports drafts 4 to 2020-12. It ignores `unevaluated*` and, by default, regular expressions: the server that wrote
 * the schema checks the value itself.
 */
export declare function evaluateSchema(root: unknown, value: unknown, { patterns, work }?: EvaluateOptions): StandardSchemaV1.Issue[];

import type { JsonSchema } from '../tools/schema.ts';
import type { Draft } from './form-controls.ts';
import type { FormField } from './form-fields.ts';
/** A problem with an answer; without a field, with the answer as a whole. */
export interface FormProblem {
    field: FormField | undefined;
    message: string;
}
/** Compares properties, because a schema that is sent again creates new field objects. */
export declare const isAbout: (problem: FormProblem, field: FormField) => boolean;
export type CheckedForm = {
    type: 'valid';
    content: unknown;
} | {
    type: 'invalid';
    problems: FormProblem[];
};
export interface FormSchema {
    schema: JsonSchema | undefined;
    /** Whether another server wrote the schema. Its regular expressions could block the page, so they are not checked. */
    isForeign: boolean;
}
/** Reads the drafts and checks the answer with the schema. The work of the check is bounded. Fields word the problems. */
export declare function checkForm({ schema, isForeign }: FormSchema, fields: readonly FormField[], draftOf: (field: FormField) => Draft): CheckedForm;
/** The parsed drafts, without checking them. */
export declare const readForm: (fields: readonly FormField[], draftOf: (field: FormField) => Draft) => unknown;

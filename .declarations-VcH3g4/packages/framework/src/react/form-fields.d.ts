import type { JsonSchema } from '../tools/schema.ts';
import { type Control } from './form-controls.ts';
/** A field of a form, as shown to the user. */
export interface FormField {
    /** The property that the field fills; `undefined` if the field is the whole answer. */
    key: string | undefined;
    label: string;
    description: string | undefined;
    required: boolean;
    default: unknown;
    control: Control;
    /** The schema of this field alone. */
    schema: JsonSchema;
}
/** The fields of a schema: one per property, or a single field if the schema has no properties. */
export declare function toFields(schema?: JsonSchema): FormField[];
export declare function toField(key: string | undefined, property: unknown, root: JsonSchema, required: boolean): FormField;

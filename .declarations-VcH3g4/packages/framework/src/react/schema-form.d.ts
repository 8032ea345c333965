import { type ReactNode } from 'react';
import type { JsonSchema } from '../tools/schema.ts';
import { type FormField } from './form-fields.ts';
export interface SchemaFormProps {
    /** The schema of the value; without one, the form asks for JSON. */
    schema: JsonSchema | undefined;
    /** Whether another server wrote the schema. Its regular expressions are not checked then: they could block the page. */
    isForeign?: boolean;
    /** The value that the form shows at first. */
    initial: unknown;
    /** The text above the fields. */
    message: string;
    /** Asks for the whole value in one JSON field with this label. */
    json?: string | undefined;
    disabled?: boolean;
    onSubmit(value: unknown): void;
    /** Called on every edit with the parsed value, or `undefined` if it does not parse. */
    onChange?(value: unknown): void;
    /** The buttons, one of which submits the form. */
    children: ReactNode;
}
/** Lets the user edit a value before it is used. Fields and styles are those of `ElicitForm`. */
export declare function SchemaForm(props: SchemaFormProps): ReactNode;
/**
 * Fills the fields with a value. A property without a field gets one, and a value that its control cannot show is shown as
 * JSON. A field that the user does not edit returns exactly the value that was given.
 */
export declare function fillFields(fields: readonly FormField[], given: unknown): FormField[];

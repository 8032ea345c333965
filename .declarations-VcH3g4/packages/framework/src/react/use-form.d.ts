import { type FormEvent, type MouseEvent, type ReactNode } from 'react';
import type { JsonSchema } from '../tools/schema.ts';
import type { FormField } from './form-fields.ts';
interface FormOptions {
    schema: JsonSchema | undefined;
    /** Whether another server wrote the schema. */
    isForeign: boolean;
    /** Must keep its identity while the form asks for the same. */
    fields: readonly FormField[];
    /** The stored answer, shown instead of the drafts. */
    answered?: unknown;
    onSubmit(content: unknown): void;
    /** Called on every edit with the parsed value. */
    onChange?: ((content: unknown) => void) | undefined;
}
interface FormView {
    /** The list of problems, above the fields. */
    summary: ReactNode;
    fields: ReactNode;
    submit(event: FormEvent | MouseEvent): void;
}
/** Holds the drafts and problems of a form. On submit, checks the answer against the schema. */
export declare function useForm({ schema, isForeign, fields, answered, onSubmit, onChange }: FormOptions): FormView;
export {};

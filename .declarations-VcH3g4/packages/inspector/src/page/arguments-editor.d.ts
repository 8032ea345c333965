import type { JsonSchema } from '@sweatpants/framework';
import { type ReactNode } from 'react';
interface ArgumentsEditorProps {
    schema: JsonSchema;
    disabled: boolean;
    onSubmit(value: unknown): void;
    /** Shown below the fields, with a button that submits. */
    children: ReactNode;
}
/** A form for the schema and the same value as JSON. An edit in one changes the other. */
export declare function ArgumentsEditor({ schema, disabled, onSubmit, children }: ArgumentsEditorProps): ReactNode;
export {};

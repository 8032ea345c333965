import type { ReactNode } from 'react';
import type { Draft } from './form-controls.ts';
import type { FormField } from './form-fields.ts';
interface FieldViewProps {
    id: string;
    field: FormField;
    draft: Draft;
    problem: string | undefined;
    onChange(draft: Draft): void;
}
/** One field: its label, description, hint, control and problem. */
export declare function FieldView({ id, field, draft, problem, onChange }: FieldViewProps): ReactNode;
export {};

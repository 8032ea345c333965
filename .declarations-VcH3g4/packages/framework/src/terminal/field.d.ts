import { type FlatField } from '../tools/flat-form.ts';
import type { Reading } from './prompt.ts';
/** A field of a form as a person at a terminal meets it. */
export interface Field {
    label: string;
    /** Stands in brackets after the label. */
    hint: string;
    /** Shown once, before the field is asked. */
    introduction: string | undefined;
    default: unknown;
    /** Reads what was typed, which is never empty. */
    read(line: string): Reading<unknown>;
}
export declare function toField(key: string, schema: FlatField): Field;

import { type FlatField, type Option } from '../tools/flat-form.ts';
/** The content of a control: a text, a checkbox, or the selected values. */
export type Draft = string | boolean | readonly string[];
/** A parsed draft. */
export type Reading = {
    type: 'value';
    value: unknown;
} | {
    type: 'empty';
} | {
    type: 'unreadable';
    problem: string;
};
interface Reads {
    /** What the user should enter, such as "a whole number from 1 to 10". Empty if anything is accepted. */
    expects: string;
    read(draft: Draft): Reading;
    /** The draft of a value; of `undefined`, an empty control. */
    write(value: unknown): Draft;
}
export type Control = Reads & ({
    type: 'text';
    input: 'text' | 'email' | 'url' | 'date' | 'datetime-local';
    long: boolean;
} | {
    type: 'number' | 'json' | 'checkbox';
} | {
    type: 'choice' | 'several';
    options: readonly Option[];
});
export declare function controlOf(field: FlatField): Control;
export declare const jsonControl: Control;
export {};

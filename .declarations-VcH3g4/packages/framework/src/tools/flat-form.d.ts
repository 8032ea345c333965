import type { JsonSchema } from './schema.ts';
/** What MCP can ask in a form: the `requestedSchema` of `elicitation/create`. */
export interface FlatForm {
    type: 'object';
    properties: Record<string, FlatField>;
    required?: string[];
}
export type FlatField = Labels & ({
    type: 'string';
    minLength?: number;
    maxLength?: number;
    format?: Format;
    default?: string;
} | {
    type: 'number' | 'integer';
    minimum?: number;
    maximum?: number;
    default?: number;
} | {
    type: 'boolean';
    default?: boolean;
} | {
    type: 'string';
    enum: string[];
    enumNames?: string[];
    default?: string;
} | {
    type: 'string';
    oneOf: Titled[];
    default?: string;
} | {
    type: 'array';
    items: Items;
    minItems?: number;
    maxItems?: number;
    default?: string[];
});
type Labels = {
    title?: string;
    description?: string;
};
type Format = 'email' | 'uri' | 'date' | 'date-time';
type Titled = {
    const: string;
    title: string;
};
type Items = {
    type: 'string';
    enum: string[];
} | {
    anyOf: Titled[];
};
/** One value of a choice, and the title that a person reads. */
export interface Option {
    value: string;
    title: string;
}
/** Returns the values that a field offers, or `undefined` if it is not a choice. */
export declare function optionsOf(field: FlatField): Option[] | undefined;
/** `from 1 to 10`, `of at least 1`, or the empty text. */
export declare function describeRange(minimum: number | undefined, maximum: number | undefined): string;
/**
 * The flat form of a response's input, or a `ToolDefinitionError` that names the first field MCP cannot ask for. What only narrows a
 * field (`pattern`, an unknown `format`) is left out: the answer is validated on our side.
 */
export declare function toFlatForm(schema: JsonSchema, name: string): FlatForm;
/** `flightId` and `flight_id` read as "Flight id". */
export declare function toLabel(key: string): string;
export {};

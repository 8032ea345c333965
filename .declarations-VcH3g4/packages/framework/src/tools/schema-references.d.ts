type Part = Record<string, unknown>;
/** Keywords whose schemas apply to the same value. */
export declare const IN_PLACE: string[];
export declare const IN_PLACE_BY_NAME: string[];
/** Keywords whose schemas apply to a part of the value. */
export declare const OF_PARTS: string[];
export declare const OF_PARTS_BY_NAME: string[];
/** Keywords that only hold schemas for references. */
export declare const DEFINITIONS: string[];
export declare const listsOf: (schema: Part, keywords: readonly string[]) => unknown[];
export declare const membersOf: (schema: Part, keywords: readonly string[]) => unknown[];
export declare const valuesOf: (value: unknown) => unknown[];
export interface Reference {
    /** As it is written. */
    ref: string;
    /** `undefined` if the schema does not have it. */
    target: unknown;
}
/** Returns the references of a schema. They are found once for each schema, which must not change after that. */
export declare function referencesOf(root: unknown): References;
export declare class References {
    #private;
    /** Whether keywords beside `$ref` are ignored, as up to draft 7. */
    readonly ignoresSiblings: boolean;
    /** Whether a dynamic reference has one meaning: there is one resource. */
    readonly isOneResource: boolean;
    constructor(root: unknown);
    /** Returns what a schema refers to; the targets apply to the same value. */
    of(schema: Part): readonly Reference[];
}
export {};

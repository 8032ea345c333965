/** How large a schema of someone else may be. */
export interface SchemaLimits {
    /** Characters of the schema as JSON. Default 200,000. */
    characters?: number;
    /** Levels of schemas within schemas, references included. Default 64. */
    depth?: number;
    /** Schemas that are reached when every reference is followed wherever it occurs. Default 20,000. */
    schemas?: number;
    /** Properties of one schema. Default 1,000. */
    properties?: number;
    /** Values of one enumeration, or branches of one union. Default 2,000. */
    options?: number;
}
/**
 * Throws a `ToolDefinitionError` if a schema of someone else is too large, or refers to itself without end. It visits every
 * schema once, however often it is referenced.
 */
export declare function surveySchema(schema: unknown, limits?: SchemaLimits): void;

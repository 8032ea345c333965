export type Annotations = {
    audience?: ('user' | 'assistant')[];
    priority?: number;
    lastModified?: string;
};
/** What a tool's result is made of, as MCP has it. */
export type ContentBlock = {
    annotations?: Annotations;
    _meta?: Record<string, unknown>;
} & ({
    type: 'text';
    text: string;
} | {
    type: 'image' | 'audio';
    data: string;
    mimeType: string;
} | {
    type: 'resource';
    resource: ResourceContents;
} | {
    type: 'resource_link';
    uri: string;
    name: string;
    description?: string;
    mimeType?: string;
});
export type ResourceContents = {
    uri: string;
    mimeType?: string;
    _meta?: object;
} & ({
    text: string;
} | {
    blob: string;
});
/** What a tool returns to choose its content blocks itself, instead of having its value written as text. */
export declare class ToolContent<S = unknown> {
    readonly blocks: ContentBlock[];
    readonly isError: boolean;
    readonly structured: S | undefined;
    /** The `_meta` of a hosted tool's result: for the view that shows it, and never for a model. */
    readonly meta: Readonly<Record<string, unknown>> | undefined;
    constructor(blocks: ContentBlock[], isError: boolean, structured?: S, meta?: Record<string, unknown>);
}
/** Content blocks as a tool's result: `return content([{ type: 'image', … }])`. */
export declare const content: (blocks: ContentBlock[], options?: {
    isError?: boolean;
}) => ToolContent;

import type { ResourceContents } from '../../tools/content.ts';
import { type Tiering } from './tier.ts';
/** The page of a tool's view: one HTML document that shows the tool's questions and its result. */
export interface View {
    html: string;
    /** Changes with the document. */
    hash: string;
}
/** Where a server reads the views of its tools. */
export interface Views {
    /** Resolves to the current view of a tool, or `undefined` if it has none. */
    read(tool: string): Promise<View | undefined>;
}
export interface ToolViewsOptions extends Tiering {
    /** The name of the server. */
    server: string;
    from: Views;
    /** The names of clients that hide app-only tools from their model. Their calls wait for a view. */
    hosts: readonly string[];
    /** Milliseconds for which a call waits for a view to appear. */
    presence: number;
    onError: (error: unknown) => void;
}
/** The views of a server's tools as resources: `ui://<server>/<tool>/<hash>`. Any hash serves the current document. */
export declare class ToolViews {
    #private;
    readonly tiering: Tiering;
    readonly hosts: ReadonlySet<string>;
    readonly presence: number;
    constructor({ server, from, hosts, presence, assume, onError }: ToolViewsOptions);
    /** Resolves to the URI of a tool's view, or `undefined` if it has none. */
    uriOf(tool: string): Promise<string | undefined>;
    /** Resolves to the view that a URI names, or `undefined`. */
    read(uri: string): Promise<ResourceContents | undefined>;
    /** Whether a URI has the form of a view's. */
    isView(uri: string): boolean;
}

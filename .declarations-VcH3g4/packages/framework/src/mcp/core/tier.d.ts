import { type ClientCapabilities } from './client-capabilities.ts';
/** The extension by which clients and servers say that they know MCP Apps. */
export declare const UI_EXTENSION = "io.modelcontextprotocol/ui";
/** The media type of a view. */
export declare const VIEW_TYPE = "text/html;profile=mcp-app";
/**
 * How the questions of a call are shown. `question-view`: the host shows the view of the tool in place of its own form.
 * `tool-view`: the host cannot ask, but shows the view of the tool beside the call, and the view answers. `form`: the host asks
 * with its own form. `words`: the host can neither ask nor show a view.
 */
export type Tier = 'question-view' | 'tool-view' | 'form' | 'words';
/** What a server does for clients that show views. */
export interface Tiering {
    /** Whether a client that declares no extension is taken for one that shows views. */
    readonly assume: boolean;
}
/** Returns the tier of a client's calls. Without `tiering` the server has no views. */
export declare function toTier(client: ClientCapabilities, tiering: Tiering | undefined): Tier;
/** Whether a client declares that it shows views. */
export declare function canShow(client: ClientCapabilities): boolean;

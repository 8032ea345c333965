import type { ResourceContents } from '../../tools/content.ts';
import type { ElicitEffect } from '../../tools/effects/elicit.ts';
import { type JsonSchema } from '../../tools/schema.ts';
import type { Icon, McpTool } from '../../tools/tool.ts';
import type { ClientCapabilities } from './client-capabilities.ts';
import { type InWords } from './in-words.ts';
import type { McpPrompt } from './prompt.ts';
import { type McpResource } from './resource.ts';
import { type Tier } from './tier.ts';
import type { ToolViews } from './views.ts';
export interface ListedTool {
    name: string;
    title?: string;
    description?: string;
    inputSchema: JsonSchema;
    outputSchema?: JsonSchema;
    annotations?: object;
    icons?: readonly Icon[];
    _meta?: object;
}
/** The tools, prompts and resources of a server. */
export interface Offer {
    tools: readonly McpTool[];
    prompts?: readonly McpPrompt[];
    resources?: readonly McpResource[];
}
export interface CatalogOptions {
    /** What the server does for clients that cannot be asked; nothing when absent. */
    inWords?: InWords | undefined;
    views?: ToolViews | undefined;
}
/** An offer, indexed. Listings and schemas are made once for each offer, not for each request. */
export declare class Catalog {
    #private;
    tools: ReadonlyMap<string, McpTool>;
    prompts: ReadonlyMap<string, McpPrompt>;
    listedTools: readonly ListedTool[];
    listedPrompts: readonly object[];
    listedResources: readonly object[];
    listedTemplates: readonly object[];
    readonly inWords: InWords | undefined;
    readonly views: ToolViews | undefined;
    constructor(offer: Offer, { inWords, views }?: CatalogOptions);
    /** Replaces the offer. Running calls keep the tool that they began with. */
    replace({ tools: offered, prompts, resources }: Offer): void;
    /** Returns a tool that a client sees. Throws a `ProtocolError`. */
    toolFor(client: ClientCapabilities, name: unknown): Promise<McpTool>;
    tierOf(client: ClientCapabilities): Tier;
    /** Resolves to the tools that a client sees. */
    listFor(client: ClientCapabilities): Promise<readonly ListedTool[]>;
    /** Resolves to the URI of the view that a client shows beside the calls of a tool, and that answers their questions. */
    toolView(client: ClientCapabilities, tool: string): Promise<string | undefined>;
    /** Resolves to the URI of the view that a client shows in place of its form; `undefined` if it shows its form. */
    questionView(client: ClientCapabilities, { toolName, key }: ElicitEffect): Promise<string | undefined>;
    prompt(name: unknown): McpPrompt;
    /** Returns the `uri` or `uriTemplate` of the resource that a URI belongs to, or the URI itself if there is none. */
    nameResource(uri: string): string;
    isView(uri: unknown): boolean;
    read(uri: unknown): Promise<ResourceContents[]>;
    /** Returns at most 100 suggestions for an argument of a prompt or a variable of a template. */
    complete(params: Record<string, unknown>): Promise<{
        values: string[];
        total: number;
        hasMore: boolean;
    }>;
}

import type { ResourceContents } from '../../tools/content.ts';
import { type JsonSchema } from '../../tools/schema.ts';
import type { McpTool } from '../../tools/tool.ts';
import { type ClientCapabilities } from './client-capabilities.ts';
import { type InWords } from './in-words.ts';
import type { McpPrompt } from './prompt.ts';
import { type McpResource } from './resource.ts';
export interface ListedTool {
    name: string;
    title?: string;
    description?: string;
    inputSchema: JsonSchema;
    outputSchema?: JsonSchema;
    annotations?: object;
    _meta?: object;
}
/** The tools, prompts and resources of a server. */
export interface Offer {
    tools: readonly McpTool[];
    prompts?: readonly McpPrompt[];
    resources?: readonly McpResource[];
}
/** An offer, indexed. Listings and schemas are made once for each offer, not for each request. */
export declare class Catalog {
    #private;
    tools: ReadonlyMap<string, McpTool>;
    prompts: ReadonlyMap<string, McpPrompt>;
    listedTools: readonly ListedTool[];
    /** What clients see that cannot be asked: the tools that go on with calls, and no form of a result, since a call may end with words. */
    listedInWords: readonly ListedTool[];
    listedPrompts: readonly object[];
    listedResources: readonly object[];
    listedTemplates: readonly object[];
    /** What the server does for clients that cannot be asked; `undefined`: nothing. */
    readonly inWords: InWords | undefined;
    constructor(offer: Offer, inWords?: InWords);
    /** Replaces the offer. Running calls keep the tool that they began with. */
    replace({ tools, prompts, resources }: Offer): void;
    tool(name: unknown): McpTool;
    /** Returns the tools that a client sees. */
    listFor(client: ClientCapabilities): readonly ListedTool[];
    prompt(name: unknown): McpPrompt;
    /** Returns the `uri` or `uriTemplate` of the resource that a URI belongs to, or the URI itself if there is none. */
    nameResource(uri: string): string;
    read(uri: unknown): Promise<ResourceContents[]>;
    /** Returns at most 100 suggestions for an argument of a prompt or a variable of a template. */
    complete(params: Record<string, unknown>): Promise<{
        values: string[];
        total: number;
        hasMore: boolean;
    }>;
}

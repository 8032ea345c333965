import type { ResourceContents } from '../../tools/content.ts';
interface Described {
    name: string;
    title?: string;
    description?: string;
    mimeType?: string;
}
type Read = string | Uint8Array | ResourceContents | ResourceContents[];
/** A resource with a fixed URI. */
export interface FixedResource extends Described {
    uri: string;
    read(uri: string): Read | Promise<Read>;
}
/** Resources whose URIs match a template with simple variables, as in `test://{id}/data`. */
export interface TemplateResource extends Described {
    uriTemplate: string;
    read(uri: string, variables: Readonly<Record<string, string>>): Read | Promise<Read>;
    complete?: Readonly<Record<string, (value: string) => readonly string[] | Promise<readonly string[]>>>;
}
export type McpResource = FixedResource | TemplateResource;
/** Returns what was read in the form of the protocol: text as text, bytes as base64. */
export declare function toContents(read: Read, uri: string, mimeType: string | undefined): ResourceContents[];
/**
 * Returns the variables of a URI that matches a template, or `undefined`. A variable has at least one character and no slash, and
 * ends where the text after it occurs first. The work is linear in the URI; the SDK's `UriTemplate` backtracks.
 */
export declare function matchTemplate(template: string, uri: string): Record<string, string> | undefined;
export {};

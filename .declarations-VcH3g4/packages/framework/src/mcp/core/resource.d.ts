import type { ResourceContents } from '../../tools/content.ts';
import type { Icon } from '../../tools/tool.ts';
interface Described {
    name: string;
    title?: string;
    description?: string;
    mimeType?: string;
    icons?: readonly Icon[];
    /** Whom it is for, how important it is from 0 to 1, and when it changed (ISO 8601). */
    annotations?: {
        audience?: readonly ('user' | 'assistant')[];
        priority?: number;
        lastModified?: string;
    };
    _meta?: Readonly<Record<string, unknown>>;
}
type Read = string | Uint8Array | ResourceContents | ResourceContents[];
/** A resource with a fixed URI. */
export interface FixedResource extends Described {
    uri: string;
    /** Bytes of its contents, where that is known. */
    size?: number;
    read(uri: string): Read | Promise<Read>;
}
/** Resources whose URIs match a template with simple variables, as in `test://{id}/data`. */
export interface TemplateResource extends Described {
    uriTemplate: string;
    read(uri: string, variables: Readonly<Record<string, string>>): Read | Promise<Read>;
    /** Suggestions for each variable, from what was typed and from the variables that are chosen already. */
    complete?: Readonly<Record<string, (value: string, given: Readonly<Record<string, string>>) => readonly string[] | Promise<readonly string[]>>>;
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

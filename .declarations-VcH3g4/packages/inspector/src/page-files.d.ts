/** The files of a page, by path. */
export type PageFiles = ReadonlyMap<string, {
    type: string;
    text: string;
}>;
/** A page of this package: where its sources are, and what it is called. */
export interface PageSource {
    title: string;
    /** The name of its script in `dist`. */
    script: string;
    /** The module that its script is bundled from, relative to `src`. */
    module: string;
    /** Style sheets, relative to `src`. */
    styles: readonly string[];
}
export declare const INSPECTOR: PageSource;
export declare const CONTROL_ROOM: PageSource;
/** Reads a page. From the sources, bundles its script first. */
export declare function readPage(source: PageSource): Promise<PageFiles>;

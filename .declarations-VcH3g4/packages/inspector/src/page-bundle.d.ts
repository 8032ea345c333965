import { type InputOptions, type OutputOptions } from 'rolldown';
/** The page is written for React and bundled with Preact, which is a tenth of the size. */
export declare const pageBundle: InputOptions;
export declare const pageOutput: OutputOptions;
/** Bundles a page in memory, for a start from the sources. */
export declare function bundlePage(module: string): Promise<string>;

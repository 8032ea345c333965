import type { Views } from '../mcp/core/views.ts';
/** In the folder of built views: the file of each tool's view, `{ "book_flight": "book_flight.1f2e3d4c5b6a.html" }`. */
export declare const MANIFEST = "manifest.json";
/** Reads the views that `sweatpants build` has written. Throws a `ViewError` if the folder has none. */
export declare function readViews(folder?: string): Views;
/** Returns the file of each tool's view, or `undefined` if the folder has no views. */
export declare function readManifest(folder: string): Record<string, string> | undefined;

import type { Root } from 'mdast';
import type { Options } from 'react-markdown';
type Plugins = NonNullable<Options['rehypePlugins']>;
/** Models write `<br>` in tables, where Markdown has no line break. All other HTML is shown as text. */
export declare const remarkBreaks: () => (tree: Root) => undefined;
/** A value that is loaded on first use, once per page. */
interface Lazy<T> {
    get(): T | undefined;
    want(): void;
    subscribe(listener: () => void): () => void;
}
/** Returns the value once it is loaded; `undefined` before that, or if it is not wanted. */
export declare function useLazy<T>(lazy: Lazy<T>, wanted: boolean): T | undefined;
export declare const math: Lazy<{
    source: Plugins;
    typeset: Plugins;
}>;
export declare const highlight: Lazy<import("unified").PluggableList>;
/** The language of a code block, from the class that the parser sets. */
export declare function languageOf(className: unknown): string | undefined;
export {};

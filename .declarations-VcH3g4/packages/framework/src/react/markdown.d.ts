import { type ReactNode } from 'react';
export interface MarkdownProps {
    text: string;
    /** Whether more text may follow: an unclosed element at the end is then shown as if it were closed. */
    streaming?: boolean;
}
/**
 * Renders Markdown of a model while it is streamed: GitHub's flavour, with code, math and diagrams. Each token parses only the
 * last block. HTML in the text is shown as text, unsafe URLs are removed, and no image is fetched: an image with a web
 * address is shown as a link.
 *
 * Highlighting (`lowlight`), math (`remark-math`, `rehype-katex`) and diagrams (`mermaid`) are loaded when a text first needs
 * them; without the package, the source is shown. The application brings the styles: `markdown` is the root, `markdown-code`
 * wraps code, with `data-language`, and contains `markdown-code-bar`, `markdown-language` and `markdown-copy`; `markdown-table`
 * wraps a table, `markdown-diagram` a diagram. Code tokens have the `hljs-…` classes of highlight.js; math is MathML. A diagram is
 * an image with a `data:` URL, which a content security policy has to allow, for a light background.
 */
export declare function Markdown({ text, streaming }: MarkdownProps): ReactNode;

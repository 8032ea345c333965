import { type ReactNode, useId, useMemo } from 'react'
import { Block } from './markdown-block.tsx'
import { toBlocks } from './markdown-blocks.ts'

export interface MarkdownProps {
  text: string
  /** More of the text may come: what is not closed at its end is shown as if it were. */
  streaming?: boolean
}

/**
 * Markdown as a model writes it, shown at every token: GitHub's flavour, with code, math and diagrams. A token costs the parsing of
 * the last block only. No HTML of the text becomes HTML of the page, no address survives that could run something, and no
 * image is fetched: one with an address of the web is shown as a link.
 *
 * Highlighting (`lowlight`), math (`remark-math`, `rehype-katex`) and diagrams (`mermaid`) are loaded when a text first needs
 * them; without the package, their source is shown. Styles are the application's: `markdown` is around it all, `markdown-code`
 * around code, with `data-language`, and in it `markdown-code-bar`, `markdown-language` and `markdown-copy`; `markdown-table`
 * around a table, `markdown-diagram` around a diagram. The tokens of code have the `hljs-…` classes of highlight.js; math is MathML.
 * A diagram is an image of a `data:` address, which a content policy has to allow, drawn for a light ground.
 */
export function Markdown({ text, streaming = false }: MarkdownProps): ReactNode {
  const id = useId()
  const blocks = useMemo(() => toBlocks(text), [text])
  return (
    <div className="markdown" data-streaming={streaming || undefined}>
      {blocks.map((block, index) => (
        // A text only grows at its end: a block's place is what it is known by.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Block key={index} {...block} id={id} streaming={streaming && index === blocks.length - 1} />
      ))}
    </div>
  )
}

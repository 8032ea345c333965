import { memo, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Options, type UrlTransform } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend, { type RemendOptions } from 'remend'
import { isTangled, type MarkdownBlock, toBlocks } from './markdown-blocks.ts'
import { components, Streaming } from './markdown-components.tsx'
import { toDollars } from './markdown-math-source.ts'
import { highlight, math, remarkHtml, useLazy } from './markdown-plugins.ts'
import { useId } from './react-18.ts'

export interface MarkdownProps {
  text: string
  /** Whether more text may follow: an unclosed element at the end is then shown as if it were closed. */
  streaming?: boolean
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
 * an image with a `data:` URL, which a content security policy has to allow. Its colours are for a dark background if the page has a
 * dark `color-scheme`.
 */
export function Markdown({ text, streaming = false }: MarkdownProps): ReactNode {
  const id = useId()
  const blocks = useMemo(() => toBlocks(text), [text])
  return (
    <div className="markdown" data-streaming={streaming || undefined}>
      {blocks.map((block, index) => (
        // A text grows only at its end, so the index identifies a block.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Block key={index} {...block} id={id} streaming={streaming && index === blocks.length - 1} />
      ))}
    </div>
  )
}

interface BlockProps extends MarkdownBlock {
  /** A prefix that makes the anchors of this text unique on the page. */
  id: string
  streaming: boolean
}

const plugins: NonNullable<Options['remarkPlugins']> = [[remarkGfm, { singleTilde: false }], remarkHtml]

/** Closes elements that are open at the end; shows a link without its URL as text. HTML is text, and math is handled separately. */
const completion: RemendOptions = {
  linkMode: 'text-only',
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
}

const LANGUAGE = /(?:```|~~~)[ \t]*(?!mermaid\b)\w/

/** One block; parsed again only if it has changed. */
const Block = memo(function Block({ text, definitions, type, id, streaming }: BlockProps): ReactNode {
  const dollars = type === 'prose' ? toDollars(text) : undefined
  const formulas = useLazy(math, type === 'math' || type === 'unclosed_math' || dollars !== undefined)
  const colours = useLazy(highlight, LANGUAGE.test(text))
  const source = (formulas && dollars) ?? text
  if (type === 'plain' || (type === 'prose' && isTangled(text))) return <p style={{ whiteSpace: 'pre-wrap' }}>{text}</p>
  const completed = streaming && type === 'prose' ? remend(source, completion) : source
  return (
    <Streaming.Provider value={streaming}>
      <ReactMarkdown
        remarkPlugins={formulas ? [...plugins, ...formulas.source] : plugins}
        rehypePlugins={[...(formulas && type !== 'unclosed_math' ? formulas.typeset : []), ...(colours ?? [])]}
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        components={components}
        urlTransform={toSafeUrl}
      >
        {definitions === '' ? completed : `${definitions}\n\n${completed}`}
      </ReactMarkdown>
    </Streaming.Provider>
  )
})

const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i

/** Removes unsafe URLs: allows known protocols only, and `data:` only for bitmap images. */
const toSafeUrl: UrlTransform = (url, key, { tagName }) =>
  tagName === 'img' && key === 'src' && IMAGE.test(url) ? url : defaultUrlTransform(url)

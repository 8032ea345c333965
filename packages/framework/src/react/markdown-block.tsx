import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend, { type RemendOptions } from 'remend'
import type { MarkdownBlock } from './markdown-blocks.ts'
import { components } from './markdown-components.tsx'
import { useLazy } from './markdown-lazy.ts'
import { isTangled } from './markdown-limits.ts'
import { toDollars } from './markdown-math-source.ts'
import { highlight, math, remarkBreaks } from './markdown-plugins.ts'
import { Streaming } from './markdown-streaming.ts'
import { toSafeUrl } from './markdown-url.ts'

interface BlockProps extends MarkdownBlock {
  /** Sets the anchors of this text apart from those of others on the page. */
  id: string
  streaming: boolean
}

const plugins: NonNullable<Options['remarkPlugins']> = [[remarkGfm, { singleTilde: false }], remarkBreaks]

/** What is open at the end is closed, a link without its address is its text. HTML is text here, and math has rules of its own. */
const completion: RemendOptions = {
  linkMode: 'text-only',
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
}

const LANGUAGE = /(?:```|~~~)[ \t]*(?!mermaid\b)\w/

/** One block, parsed again only when it has changed. */
export const Block = memo(function Block({ text, definitions, type, id, streaming }: BlockProps): ReactNode {
  const dollars = type === 'prose' ? toDollars(text) : undefined
  const formulas = useLazy(math, type === 'math' || type === 'unclosed_math' || dollars !== undefined)
  const colours = useLazy(highlight, LANGUAGE.test(text))
  const source = (formulas && dollars) ?? text
  if (type === 'prose' && isTangled(text)) return <p style={{ whiteSpace: 'pre-wrap' }}>{text}</p>
  const completed = streaming && type === 'prose' ? remend(source, completion) : source
  return (
    <Streaming value={streaming}>
      <ReactMarkdown
        remarkPlugins={formulas ? [...plugins, ...formulas.source] : plugins}
        rehypePlugins={[...(formulas && type !== 'unclosed_math' ? formulas.typeset : []), ...(colours ?? [])]}
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        components={components}
        urlTransform={toSafeUrl}
      >
        {definitions === '' ? completed : `${definitions}\n\n${completed}`}
      </ReactMarkdown>
    </Streaming>
  )
})

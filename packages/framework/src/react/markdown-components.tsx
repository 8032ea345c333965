import type { Element } from 'hast'
import { type ComponentProps, createContext, type ReactNode, useContext, useRef, useState } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { useDiagram } from './markdown-diagram.ts'
import { languageOf } from './markdown-plugins.ts'

type Props<T extends 'a' | 'img' | 'input' | 'span' | 'table'> = ComponentProps<T> & ExtraProps

/** Whether more text of this block may follow. */
export const Streaming = createContext(false)

/** Whether an ancestor is a link: links cannot be nested. */
const InLink = createContext(false)

/** Links between a footnote and its reference stay in the page. All others open a new tab and send no referrer. */
function Link({ node, href, children, ...rest }: Props<'a'>): ReactNode {
  if (!href) return <span>{children}</span>
  const isNote = 'data-footnote-ref' in rest || 'data-footnote-backref' in rest
  return (
    <a {...rest} href={href} rel="noopener noreferrer nofollow" {...(!isNote && { target: '_blank' })}>
      <InLink.Provider value={true}>{children}</InLink.Provider>
    </a>
  )
}

/** Shows an image only if the text contains its data. Fetching any other URL could leak the conversation, so it is a link. */
function Image({ src, alt = '', title }: Props<'img'>): ReactNode {
  const isInLink = useContext(InLink)
  if (src?.startsWith('data:')) return <img src={src} alt={alt} title={title} style={{ maxWidth: '100%' }} />
  if (!src || isInLink) return <span>{alt || 'Image'}</span>
  return <Link href={src}>{alt || 'Image'}</Link>
}

/** A table that is wider than its column scrolls, also with the keyboard. */
function Table({ node, ...rest }: Props<'table'>): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable with the keyboard
    <section className="markdown-table" aria-label="Table" tabIndex={0} style={{ overflowX: 'auto' }}>
      <table {...rest} />
    </section>
  )
}

function Task({ node, ...rest }: Props<'input'>): ReactNode {
  return <input {...rest} aria-label={rest.checked ? 'Done' : 'To do'} />
}

/** Shows the source of a formula that KaTeX cannot parse. */
function Span({ node, ...rest }: Props<'span'>): ReactNode {
  return rest.className === 'katex-error' ? <code>{rest.children}</code> : <span {...rest} />
}

export const components: Components = { a: Link, img: Image, input: Task, pre: CodeBlock, span: Span, table: Table }

/** Code with its language and a copy button. A diagram is shown as an image once it is rendered, with its code below. */
function CodeBlock({ node, children }: ComponentProps<'pre'> & ExtraProps): ReactNode {
  const code = node?.children.find((child) => child.type === 'element')
  const language = languageOf(code?.properties.className)
  const unfinished = useContext(Streaming)
  const diagram = useDiagram(language === 'mermaid' && !unfinished ? textOf(code) : undefined)
  const listing = (
    <Listing language={language} diagram={diagram.type}>
      {children}
    </Listing>
  )
  if (diagram.type !== 'drawn') return listing
  return (
    <figure className="markdown-diagram">
      <img {...diagram.image} alt="Diagram" onError={diagram.onError} style={{ maxWidth: '100%', height: 'auto' }} />
      <details>
        <summary>Source</summary>
        {listing}
      </details>
    </figure>
  )
}

interface ListingProps {
  language: string | undefined
  diagram: string
  children: ReactNode
}

function Listing({ language, diagram, children }: ListingProps): ReactNode {
  const pre = useRef<HTMLPreElement>(null)
  return (
    <div className="markdown-code" data-language={language} data-diagram={diagram === 'none' ? undefined : diagram}>
      <div className="markdown-code-bar">
        <span className="markdown-language">{language}</span>
        <CopyButton text={() => pre.current?.textContent ?? ''} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable with the keyboard */}
      <pre ref={pre} tabIndex={0} style={{ overflowX: 'auto' }}>
        {children}
      </pre>
    </div>
  )
}

function CopyButton({ text }: { text: () => string }): ReactNode {
  const [label, setLabel] = useState('Copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setLabel('Copied')
    } catch {
      // The user or the browser refused, or the page is not served over HTTPS.
      setLabel('Could not copy')
    }
  }
  return (
    <button type="button" className="markdown-copy" aria-live="polite" onClick={copy} onBlur={() => setLabel('Copy')}>
      {label}
    </button>
  )
}

const textOf = (code: Element | undefined): string =>
  code?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? ''

import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { CodeBlock } from './markdown-code.tsx'

type Props<T extends 'a' | 'img' | 'input' | 'span' | 'table'> = ComponentProps<T> & ExtraProps

/** A link holds no other. */
const InLink = createContext(false)

/** The links between a note and where it stands stay in the page. All others leave it, and tell nobody where from. */
function Link({ node, href, children, ...rest }: Props<'a'>): ReactNode {
  if (!href) return <span>{children}</span>
  const isNote = 'data-footnote-ref' in rest || 'data-footnote-backref' in rest
  return (
    <a {...rest} href={href} rel="noopener noreferrer nofollow" {...(!isNote && { target: '_blank' })}>
      <InLink value={true}>{children}</InLink>
    </a>
  )
}

/** Only an image that the text brings along is shown. The address of any other could tell what was said here, so it is a link. */
function Image({ src, alt = '', title }: Props<'img'>): ReactNode {
  const isInLink = use(InLink)
  if (src?.startsWith('data:')) return <img src={src} alt={alt} title={title} style={{ maxWidth: '100%' }} />
  if (!src || isInLink) return <span>{alt || 'Image'}</span>
  return <Link href={src}>{alt || 'Image'}</Link>
}

/** Wider than its column, a table scrolls; with the keyboard too. */
function Table({ node, ...rest }: Props<'table'>): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="markdown-table" aria-label="Table" tabIndex={0} style={{ overflowX: 'auto' }}>
      <table {...rest} />
    </section>
  )
}

function Task({ node, ...rest }: Props<'input'>): ReactNode {
  return <input {...rest} aria-label={rest.checked ? 'Done' : 'To do'} />
}

/** A formula that KaTeX cannot read is shown as it was written. */
function Span({ node, ...rest }: Props<'span'>): ReactNode {
  return rest.className === 'katex-error' ? <code>{rest.children}</code> : <span {...rest} />
}

export const components: Components = { a: Link, img: Image, input: Task, pre: CodeBlock, span: Span, table: Table }

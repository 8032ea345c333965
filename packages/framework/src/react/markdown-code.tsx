import type { Element } from 'hast'
import { type ComponentProps, type ReactNode, use, useRef, useState } from 'react'
import type { ExtraProps } from 'react-markdown'
import { useDiagram } from './markdown-diagram.ts'
import { languageOf } from './markdown-plugins.ts'
import { Streaming } from './markdown-streaming.ts'

/** Code with its language and a button that copies it; a diagram, once it is drawn, with its code beneath. */
export function CodeBlock({ node, children }: ComponentProps<'pre'> & ExtraProps): ReactNode {
  const code = node?.children.find((child) => child.type === 'element')
  const language = languageOf(code?.properties.className)
  const unfinished = use(Streaming)
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
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
      // Refused by the person or the browser, or the page is not served securely.
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

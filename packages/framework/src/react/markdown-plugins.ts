import type { Root as HtmlRoot } from 'hast'
import type { Html, Paragraph, Root } from 'mdast'
import { useEffect } from 'react'
import type { Options } from 'react-markdown'
import { visit } from 'unist-util-visit'
import { useSyncExternalStore } from './react-18.ts'

type Plugins = NonNullable<Options['rehypePlugins']>

/**
 * Models write `<br>` in tables, where Markdown has no line break. All other HTML is shown as text; a block of it is a paragraph that
 * keeps its lines.
 */
export const remarkHtml = () => (tree: Root) =>
  visit(tree, 'html', (node, index, parent) => {
    if (parent === undefined || index === undefined) return
    if (BREAK.test(node.value)) parent.children[index] = { type: 'break' }
    else if (BLOCKS.includes(parent.type)) parent.children[index] = toParagraph(node)
  })

const BREAK = /^<br\s*\/?>$/i

/** The nodes whose children are blocks. */
const BLOCKS = ['root', 'blockquote', 'listItem', 'footnoteDefinition']

const toParagraph = ({ value }: Html): Paragraph => ({
  type: 'paragraph',
  children: [],
  // A text of Markdown loses the indentation of its lines.
  data: { hProperties: { style: 'white-space: pre-wrap' }, hChildren: [{ type: 'text', value }] },
})

/** A value that is loaded on first use, once per page. */
interface Lazy<T> {
  get(): T | undefined
  want(): void
  subscribe(listener: () => void): () => void
}

function createLazy<T>(load: () => Promise<T>): Lazy<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let loading = false
  return {
    get: () => value,
    want() {
      if (loading) return
      loading = true
      load().then(
        (loaded) => {
          value = loaded
          for (const listener of listeners) listener()
        },
        () => {
          // The package is missing or the network is down. The source is shown, and the next block tries again.
          loading = false
        },
      )
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value once it is loaded; `undefined` before that, or if it is not wanted. */
export function useLazy<T>(lazy: Lazy<T>, wanted: boolean): T | undefined {
  useEffect(() => {
    if (wanted) lazy.want()
  }, [lazy, wanted])
  return useSyncExternalStore(
    lazy.subscribe,
    () => (wanted ? lazy.get() : undefined),
    () => undefined,
  )
}

export const math = createLazy(async (): Promise<{ source: Plugins; typeset: Plugins }> => {
  const { remarkMath, rehypeKatex } = await importMath()
  // MathML needs no style sheet and no fonts. Without `trust`, a formula cannot add links, images or attributes.
  const settings = { output: 'mathml', trust: false, maxSize: 20, maxExpand: 500, errorColor: 'currentcolor' }
  return { source: [remarkMath, remarkDisplay], typeset: [[rehypeKatex, settings]] }
})

/** Two dollars make a display formula, also inside a paragraph. */
const remarkDisplay = () => (tree: Root, file: { toString(): string }) =>
  visit(tree, (node) => {
    const { offset } = node.position?.start ?? {}
    // remark-math adds this type to the tree.
    if ((node.type as string) !== 'inlineMath' || offset === undefined) return
    if (!file.toString().startsWith('$$', offset)) return
    node.data = { ...node.data, hProperties: { className: ['language-math', 'math-display'] } }
  })

/** Highlighting more than this would delay the next token. */
const MOST_CHARACTERS = 50_000

export const highlight = createLazy(async (): Promise<Plugins> => {
  const { common, createLowlight } = await importLowlight()
  const lowlight = createLowlight(common)
  const rehypeHighlight = () => (tree: HtmlRoot) =>
    visit(tree, 'element', (code, _, parent) => {
      if (code.tagName !== 'code' || parent?.type !== 'element' || parent.tagName !== 'pre') return
      const language = languageOf(code.properties.className)
      const [text] = code.children
      if (language === undefined || text?.type !== 'text' || text.value.length > MOST_CHARACTERS) return
      if (lowlight.registered(language))
        code.children = lowlight.highlight(language, text.value).children as typeof code.children
    })
  return [rehypeHighlight]
})

// Bundlers accept a missing package only if each import is awaited in a `try` of its own function.
async function importMath() {
  try {
    const { default: remarkMath } = await import('remark-math')
    const { default: rehypeKatex } = await import('rehype-katex')
    return { remarkMath, rehypeKatex }
  } catch (cause) {
    throw new Error('math needs remark-math and rehype-katex; npm install remark-math rehype-katex', { cause })
  }
}

async function importLowlight() {
  try {
    return await import('lowlight')
  } catch (cause) {
    throw new Error('highlighting needs lowlight; npm install lowlight', { cause })
  }
}

/** The language of a code block, from the class that the parser sets. */
export function languageOf(className: unknown): string | undefined {
  const names: unknown[] = Array.isArray(className) ? className : []
  const name = names.find((item) => typeof item === 'string' && item.startsWith('language-'))
  return typeof name === 'string' ? name.slice('language-'.length).toLowerCase() : undefined
}

import type { Root as HtmlRoot } from 'hast'
import type { Root } from 'mdast'
import type { Options } from 'react-markdown'
import { visit } from 'unist-util-visit'
import { createLazy } from './markdown-lazy.ts'

type Plugins = NonNullable<Options['rehypePlugins']>

/** Models write `<br>` where Markdown has no other way, as in a table. All other HTML is shown as the text it is. */
export const remarkBreaks = () => (tree: Root) =>
  visit(tree, 'html', (node, index, parent) => {
    if (parent && index !== undefined && /^<br\s*\/?>$/i.test(node.value)) parent.children[index] = { type: 'break' }
  })

export const math = createLazy(async (): Promise<{ source: Plugins; typeset: Plugins }> => {
  const [{ default: remarkMath }, { default: rehypeKatex }] = await Promise.all([
    import('remark-math'),
    import('rehype-katex'),
  ])
  // MathML needs neither style sheet nor fonts. Without `trust` no formula has a link, an image or an attribute of its own.
  const settings = { output: 'mathml', trust: false, maxSize: 20, maxExpand: 500, errorColor: 'currentcolor' }
  return { source: [remarkMath], typeset: [[rehypeKatex, settings]] }
})

/** To colour more than this takes longer than a person waits for a token. */
const MOST_CHARACTERS = 50_000

export const highlight = createLazy(async (): Promise<Plugins> => {
  const { common, createLowlight } = await import('lowlight')
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

/** The language of a fence, by the class that the parser gives its code. */
export function languageOf(className: unknown): string | undefined {
  const names: unknown[] = Array.isArray(className) ? className : []
  const name = names.find((item) => typeof item === 'string' && item.startsWith('language-'))
  return typeof name === 'string' ? name.slice('language-'.length).toLowerCase() : undefined
}

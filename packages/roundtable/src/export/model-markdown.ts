import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toMarkdown } from 'mdast-util-to-markdown'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { SAFE } from '../report/plain-text.ts'
import { Html } from './html.ts'

const FOREIGN_LINK = /<a href="(?!https?:\/\/)[^"]*"(?: title="[^"]*")?>([\s\S]*?)<\/a>/g

/** Renders Markdown of a model as HTML without scripts, images and links other than web addresses. */
export function modelHtml(text: string): Html {
  const markup = micromark(text.toWellFormed().replaceAll('\u0000', '\ufffd'), {
    extensions: [gfmTable(), SAFE],
    htmlExtensions: [gfmTableHtml()],
  })
  // The report around it has the first two levels of headings.
  const nested = markup.replaceAll(/<(\/?)h[1-6]>/g, '<$1h4>')
  return new Html(
    nested
      .replaceAll(FOREIGN_LINK, '$1')
      .replaceAll('<pre>', '<pre tabindex="0">')
      .replaceAll('<a href=', '<a rel="noreferrer nofollow" href='),
  )
}

/** Rewrites Markdown of a model as a block quote without HTML, images, headings and links other than web addresses. */
export function modelQuote(text: string): string {
  const tree = fromMarkdown(text, { extensions: [SAFE] })
  const written = toMarkdown(tame(tree) as typeof tree, { bullet: '-', emphasis: '_' }).trim()
  return written === ''
    ? '>'
    : written
        .split(/\r\n|[\n\r]/)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
}

/** Replaces headings by strong text, and foreign links by their text. */
function tame(node: Nodes): Nodes | Nodes[] {
  if (!('children' in node)) return node
  const children = node.children.flatMap((child) => tame(child)) as never[]
  if (node.type === 'heading') return { type: 'paragraph', children: [{ type: 'strong', children }] }
  if (node.type === 'link' && !/^https?:\/\//i.test(node.url)) return children
  return { ...node, children } as Nodes
}

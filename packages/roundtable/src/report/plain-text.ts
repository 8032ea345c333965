import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** HTML, images and link definitions of a model are text. An image would be requested from its address. */
export const SAFE = { disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage', 'definition'] } }

/** A line that contains no Markdown. */
const PLAIN = /^[^\s\d*_`#>[\]\\<&~+=-][^*_`[\]\\<&\n\r]*$/

/** Returns Markdown of a model as text, for a terminal or a line of a report: “**No.** See [it](https://a.b)” becomes “No. See it (https://a.b)”. */
export const toPlainText = (markdown: string): string =>
  PLAIN.test(markdown) ? markdown.trimEnd() : read(fromMarkdown(markdown, { extensions: [SAFE] })).trimEnd()

function read(node: Nodes): string {
  switch (node.type) {
    case 'root':
      return node.children.map(read).join('\n\n')
    case 'list':
      return node.children
        .map((item, index) => {
          const mark = node.ordered ? `${(node.start ?? 1) + index}. ` : '- '
          return mark + indent(read(item), mark.length)
        })
        .join('\n')
    case 'listItem':
      return node.children.map(read).join('\n')
    case 'blockquote':
      return `  ${indent(node.children.map(read).join('\n\n'), 2)}`
    case 'code':
      return `  ${indent(node.value, 2)}`
    case 'link': {
      const text = node.children.map(read).join('')
      return text === node.url ? text : `${text} (${node.url})`
    }
    case 'break':
      return '\n'
    case 'thematicBreak':
      return '—'
    default:
      return 'children' in node ? node.children.map(read).join('') : 'value' in node ? node.value : ''
  }
}

const indent = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)

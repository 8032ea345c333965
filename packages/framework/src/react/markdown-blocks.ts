import { Lexer, Marked, type Token, type Tokens } from 'marked'
import { type MathToken, mathBlock } from './markdown-math-source.ts'

/** A part of a text that is parsed separately. */
export interface MarkdownBlock {
  text: string
  /** The link definitions that the block uses, from anywhere in the text. */
  definitions: string
  type: 'prose' | 'code' | 'math' | 'unclosed_math' | 'plain'
}

const { defaults } = new Marked({ gfm: true, extensions: [mathBlock] })

/** Characters of a text that are read as Markdown: what follows is shown as it was written. The lexer takes quadratic time. */
const MOST_MARKDOWN = 100_000

/** Splits a text into its top-level blocks. Appending text changes only the last block. */
export function toBlocks(written: string): MarkdownBlock[] {
  if (written.length <= MOST_MARKDOWN) return readBlocks(written)
  const end = written.lastIndexOf('\n', MOST_MARKDOWN) + 1 || MOST_MARKDOWN
  return [...readBlocks(written.slice(0, end)), { text: written.slice(end), definitions: '', type: 'plain' }]
}

function readBlocks(written: string): MarkdownBlock[] {
  const text = limitNesting(written.replace(/\r\n?/g, '\n'))
  // Footnotes are numbered across the whole text.
  if (FOOTNOTE.test(text)) return [{ text, definitions: '', type: 'prose' }]
  const lexer = new Lexer(defaults)
  // Blocks only: react-markdown parses inline elements.
  const tokens: Token[] = lexer.blockTokens(text, lexer.tokens)
  const definitions = tokens.filter((token): token is Tokens.Def => token.type === 'def')
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'def')
    .map((token) => ({
      text: token.type === 'math' ? (token as MathToken).text : withoutLineBreaks(token.raw),
      definitions: token.type === 'code' ? '' : named(token.raw, definitions),
      type: typeOf(token),
    }))
}

/** From the end: an expression would try each line break of a row. */
function withoutLineBreaks(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}

const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/m

function named(raw: string, definitions: readonly Tokens.Def[]): string {
  if (definitions.length === 0) return ''
  const text = raw.toLowerCase().replace(/\s+/g, ' ')
  return definitions
    .filter(({ tag }) => text.includes(`[${tag}]`))
    .map((definition) => definition.raw.trim())
    .join('\n')
}

function typeOf(token: Token): MarkdownBlock['type'] {
  if (token.type === 'code') return 'code'
  if (token.type !== 'math') return 'prose'
  return (token as MathToken).closed ? 'math' : 'unclosed_math'
}

/** Parsers recurse once per level, so deep nesting would overflow the stack. */
const MOST_LEVELS = 100

/** The first marker beyond the limit: of quotes and lists on one line, or of a list by its indentation. */
const TOO_DEEP = new RegExp(
  `^((?:(?:[ \\t]*(?:>|(?:[*+-]|\\d{1,9}[.)])(?=[ \\t]))){${MOST_LEVELS}}[ \\t]*|[ \\t]{${2 * MOST_LEVELS},})\\d{0,9})(?=[>*+.)-])`,
  'gm',
)

/** Escapes the markers that would exceed the limit, so that they are shown as text. */
export const limitNesting = (text: string): string => text.replace(TOO_DEEP, '$1\\')

/** The parser compares unclosed markers with each other, which takes quadratic time. */
const MOST_MARKS = 5_000

/** Whether a block has so many markers that its source is shown instead. */
export function isTangled(text: string): boolean {
  let marks = 0
  for (const _ of text.matchAll(/[*_~$[\]]/g)) if (++marks > MOST_MARKS) return true
  return false
}

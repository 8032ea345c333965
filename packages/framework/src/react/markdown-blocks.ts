import { Lexer, Marked, type Token, type Tokens } from 'marked'
import { limitNesting } from './markdown-limits.ts'
import { type MathToken, mathBlock } from './markdown-math-source.ts'

/** A part of a text that is parsed by itself. */
export interface MarkdownBlock {
  text: string
  /** The addresses that it names and that stand elsewhere in the text. */
  definitions: string
  type: 'prose' | 'code' | 'math' | 'unclosed_math'
}

const { defaults } = new Marked({ gfm: true, extensions: [mathBlock] })

/** The top-level blocks of a text. All but the last stay as they are when more text comes. */
export function toBlocks(written: string): MarkdownBlock[] {
  const text = limitNesting(written.replace(/\r\n?/g, '\n'))
  // A note is numbered over the whole text.
  if (FOOTNOTE.test(text)) return [{ text, definitions: '', type: 'prose' }]
  const lexer = new Lexer(defaults)
  // Blocks only: what is in a line is for the real parser.
  const tokens: Token[] = lexer.blockTokens(text, lexer.tokens)
  const definitions = tokens.filter((token): token is Tokens.Def => token.type === 'def')
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'def')
    .map((token) => ({
      text: token.type === 'math' ? (token as MathToken).text : token.raw.replace(/\n+$/, ''),
      definitions: token.type === 'code' ? '' : named(token.raw, definitions),
      type: typeOf(token),
    }))
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

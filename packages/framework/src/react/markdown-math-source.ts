import type { TokenizerExtension, Tokens } from 'marked'

// Models write math as `$…$`, `$$…$$`, `\(…\)` and `\[…\]`; remark-math reads the first, and the second on lines of its own.

export interface MathToken extends Tokens.Generic {
  /** With its dollars on lines of their own. */
  text: string
  closed: boolean
}

const FENCED = /^ {0,3}(\${2,})[ \t]*\n([\s\S]*?)(?:(?<=\n) {0,3}\1\$*[ \t]*(?=\n|$)|$)/
const BRACKETED = /^ {0,3}\\\[((?:(?!\n[ \t]*\n)[\s\S])+?)\\\][ \t]*(?=\n|$)/
const ON_A_LINE = /^ {0,3}\$\$((?:(?!\n[ \t]*\n)[^$])+?)\$\$[ \t]*(?=\n|$)/

/** A formula that stands for itself, for the lexer that splits a text into blocks. */
export const mathBlock: TokenizerExtension = {
  name: 'math',
  level: 'block',
  // The lexer asks from the middle of a line: only what comes after its end is the beginning of another.
  start(text) {
    const end = text.search(/\n {0,3}(?:\$\$|\\\[)/)
    return end === -1 ? undefined : end + 1
  },
  tokenizer(text): MathToken | undefined {
    const fenced = FENCED.exec(text)
    if (fenced) {
      const closed = /\n {0,3}\${2,}[ \t]*$/.test(fenced[0])
      return { type: 'math', raw: fenced[0], text: fenced[0], closed }
    }
    const match = BRACKETED.exec(text) ?? ON_A_LINE.exec(text)
    return match ? { type: 'math', raw: match[0], text: `$$\n${match[1]!.trim()}\n$$`, closed: true } : undefined
  },
}

const IN_PROSE =
  /(?<code>(`+)(?!`)[\s\S]*?(?<!`)\2(?!`))|\\\((?<bracketed>[^\n]+?)\\\)|\\[\s\S]|(?<display>\$\$[^$]+\$\$)|(?<dollars>\$(?![\s$])(?:\\.|[^$\\`\n])*?(?<![\s\\])\$(?!\d))|(?<lone>\$)/g

/**
 * Prose whose every formula stands in dollars and whose every other dollar is escaped, or nothing when it has no formula. As in
 * Pandoc there is no space inside the dollars, and no digit after them: "from $5 to $10" is about money.
 */
export function toDollars(text: string): string | undefined {
  if (!text.includes('$') && !text.includes('\\(')) return undefined
  let found = false
  const source = text.replace(IN_PROSE, (all, ...rest) => {
    const { bracketed, display, dollars, lone } = rest.at(-1) as Record<string, string | undefined>
    found ||= (bracketed ?? display ?? dollars) !== undefined
    if (bracketed !== undefined) return `$${bracketed.trim()}$`
    return lone === undefined ? all : '\\$'
  })
  return found ? source : undefined
}

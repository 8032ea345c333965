import type { TokenizerExtension, Tokens } from 'marked'

// Models write math as `$…$`, `$$…$$`, `\(…\)` and `\[…\]`; remark-math reads the first, and the second on separate lines.

export interface MathToken extends Tokens.Generic {
  /** With its dollars on separate lines. */
  text: string
  closed: boolean
}

const FENCED = /^ {0,3}(\${2,})[ \t]*\n([\s\S]*?)(?:(?<=\n) {0,3}\1\$*[ \t]*(?=\n|$)|$)/
const BRACKETED = /^ {0,3}\\\[((?:(?!\n[ \t]*\n)[\s\S])+?)\\\][ \t]*(?=\n|$)/
const ON_A_LINE = /^ {0,3}\$\$((?:(?!\n[ \t]*\n)[^$])+?)\$\$[ \t]*(?=\n|$)/

/** A display formula, for the lexer that splits a text into blocks. */
export const mathBlock: TokenizerExtension = {
  name: 'math',
  level: 'block',
  // The lexer may call this in the middle of a line, so a formula can begin only after the next line break.
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
 * Returns the prose with each formula in dollars and all other dollars escaped, or `undefined` if it has no formula. As in
 * Pandoc, there is no space inside the dollars and no digit after them: "from $5 to $10" is an amount of money.
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

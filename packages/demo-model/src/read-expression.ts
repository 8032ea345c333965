import { asksFor } from './schema.ts'
import type { Reader } from './suggest.ts'
import { wordsOf } from './words.ts'

const OPERATORS: readonly [RegExp, string][] = [
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b|[×·]/gi, '*'],
  [/\b(?:divided by|over)\b|÷/gi, '/'],
  [/\b(?:to the power of)\b|\*\*/gi, '^'],
  [/(?<=\d)\s*x\s*(?=\d)/gi, ' * '],
]

const ARITHMETIC = /[-+*/^%().\d\s]{3,}/g

/** Returns the first arithmetic in a text: at least one operator between numbers, and balanced brackets. */
export function findExpression(text: string): string | undefined {
  const plain = OPERATORS.reduce((result, [word, sign]) => result.replace(word, sign), text)
  const spans = plain.match(ARITHMETIC) ?? []
  return spans
    .map(toOperands)
    .map(trim)
    .find((span) => /[\d)]\s*[-+*/^%]\s*[-(\d]/.test(span) && closes(span) && !isDate(span))
}

/** Returns the part from the first operand to the last one. Every character is read once, also in a long row of brackets. */
function toOperands(span: string): string {
  let end = span.length
  while (end > 0 && !/[\d)]/.test(span[end - 1]!)) end--
  const start = span.slice(0, end).search(/[-(\d]/)
  return start === -1 ? '' : span.slice(start, end)
}

/** Drops a bracket that belongs to the sentence. */
const trim = (span: string): string => {
  const text = span.trim()
  return closes(text) ? text : text.replace(/^\(/, '').replace(/\)$/, '').trim()
}

const isDate = (span: string): boolean => /^\d{4}-\d\d-\d\d\b/.test(span)

function closes(span: string): boolean {
  let open = 0
  for (const character of span) {
    if (character === '(') open++
    if (character === ')' && --open < 0) return false
  }
  return open === 0
}

const NAMES = new Set(['expression', 'formula', 'calculation', 'equation', 'expr'])

export const readExpression: Reader = ({ name, schema }, { message }) => {
  if (!asksFor(schema, 'string') || !wordsOf(name).some((word) => NAMES.has(word))) return []
  const found = findExpression(message)
  return found === undefined ? [] : [found]
}

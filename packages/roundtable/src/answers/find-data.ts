import { repairJson } from '@sweatpants/framework'

/** Characters to read in all attempts together: repairing broken JSON takes quadratic time. */
const EFFORT = 120_000

/**
 * Returns the first data in a text that `read` accepts, ignoring prose, code fences and other data around it. It is the
 * first, because a model that continues after its answer tends to answer for other speakers.
 */
export function findData<T>(text: string, opening: RegExp, read: (data: unknown) => T | undefined): T | undefined {
  let effort = 0
  for (const { index } of text.matchAll(new RegExp(opening, 'g'))) {
    const end = endOf(text, index)
    const json = end === undefined ? cutOff(text, index) : text.slice(index, end)
    effort += text.length - index
    const data = repairJson(flatten(json))
    const found = read(end !== undefined || isWhole(json) ? data : withoutLast(data))
    if (found !== undefined || effort > EFFORT) return found
  }
  return undefined
}

/** Data without a closing bracket, up to the end of its code fence or of the text. */
function cutOff(text: string, start: number): string {
  const fence = text.indexOf('\n```', start)
  return text.slice(start, fence === -1 ? text.length : fence).trimEnd()
}

/** The index after the bracket that closes the one at `start`, or `undefined`. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let i = start; i < text.length; i++) {
    const character = text[i]!
    if (isString) {
      if (character === '\\') i++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return i + 1
  }
  return undefined
}

const STRING_OR_SPACE = /"(?:[^"\\]+|\\[\s\S])*"?|\s+/g

/** Removes line breaks in strings and blank lines between them, which the repair would mistake for fences or process slowly. */
const flatten = (json: string): string =>
  json.replace(STRING_OR_SPACE, (part) => {
    if (part.startsWith('"')) return part.replace(/\r?\n/g, '\\n')
    return part.includes('\n') ? '\n' : ' '
  })

/** Whether the last value of a truncated text is complete. */
const isWhole = (cut: string): boolean => /[\]},"]$/.test(cut) && !/[\\:{,]\s*"$/.test(cut)

/** Drops the last member, because truncation can change its value (85 into 8, “not now” into “not”), unless it is a long text or a list. */
function withoutLast(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const members = Object.entries(data)
  const [name, value] = members.at(-1) ?? ['', undefined]
  return Array.isArray(value) || /^(reason|rational|summary)/i.test(name)
    ? data
    : Object.fromEntries(members.slice(0, -1))
}

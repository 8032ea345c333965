import { repairJson } from '@sweatpants/framework'

/** How many characters are read in all tries together: repairing what is very wrong takes the square of its length. */
const EFFORT = 120_000

/**
 * The first data in a text that `read` can make something of, whatever prose, fences and other data are around it. The
 * first, because a model that goes on after its answer tends to answer for the others.
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

/** What there is of data that is never closed: up to the end of its fence, or of the text. */
function cutOff(text: string, start: number): string {
  const fence = text.indexOf('\n```', start)
  return text.slice(start, fence === -1 ? text.length : fence).trimEnd()
}

/** Where the brackets that open at `start` are closed, unless they never are. */
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

/** Without line breaks in strings and blank lines between them, which a repair would take for fences, or be slow at. */
const flatten = (json: string): string =>
  json.replace(STRING_OR_SPACE, (part) => {
    if (part.startsWith('"')) return part.replace(/\r?\n/g, '\\n')
    return part.includes('\n') ? '\n' : ' '
  })

/** Whether the last value of a text that was cut off is all there. */
const isWhole = (cut: string): boolean => /[\]},"]$/.test(cut) && !/[\\:{,]\s*"$/.test(cut)

/** A cut can turn a value into another (85 into 8, “not now” into “not”). Only a long text or a list is still what it was. */
function withoutLast(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const members = Object.entries(data)
  const [name, value] = members.at(-1) ?? ['', undefined]
  return Array.isArray(value) || /^(reason|rational|summary)/i.test(name)
    ? data
    : Object.fromEntries(members.slice(0, -1))
}

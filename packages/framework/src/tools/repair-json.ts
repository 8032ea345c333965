import { jsonrepair } from 'jsonrepair'

const FENCE = /```[\w-]*\s*\n([\s\S]*?)(?:\n\s*```|$)/

/** The data in a text that should have been JSON: bare, in a fence, after a sentence, cut off or slightly wrong. */
export function repairJson(text: string): unknown {
  const exact = parse(text)
  if (exact !== undefined) return exact
  const fenced = FENCE.exec(text)?.[1] ?? text
  const start = fenced.search(/[{[]/)
  return start === -1 ? undefined : repair(fenced.slice(start, endOf(fenced, start)))
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where the brackets that open at `start` are closed; the end of the text when it was cut off. */
function endOf(text: string, start: number): number {
  let depth = 0
  let isString = false
  for (let i = start; i < text.length; i++) {
    const character = text[i]!
    if (character === '\\' && isString) i++
    else if (character === '"') isString = !isString
    else if (isString) continue
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return i + 1
  }
  return text.length
}

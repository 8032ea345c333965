import { jsonrepair } from 'jsonrepair'

const FENCE = /```[\w-]*\s*\n([\s\S]*?)(?:\n\s*```|$)/

/** The data in a text that should have been JSON: bare, in a fence, after a sentence, cut off or slightly wrong. */
export function repairJson(text: string): unknown {
  const exact = parse(text)
  if (exact !== undefined) return exact
  const fenced = FENCE.exec(text)?.[1] ?? text
  const start = fenced.search(/[{[]/)
  if (start === -1) return undefined
  const candidate = fenced.slice(start)
  try {
    return JSON.parse(jsonrepair(candidate))
  } catch {
    const end = Math.max(candidate.lastIndexOf('}'), candidate.lastIndexOf(']'))
    return end === -1 ? undefined : parse(candidate.slice(0, end + 1))
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

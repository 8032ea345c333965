import { parseJson } from './parse-json.ts'
import { scanJson } from './scan-json.ts'

/**
 * Returns the data in a text that should be JSON: bare, in a fence, after a sentence, truncated or slightly wrong. Returns
 * `undefined` if there is none, or if it is nested deeper than 256 levels. The work is linear in the text.
 */
export function repairJson(text: string): unknown {
  try {
    return parseJson(text, 'the text')
  } catch {
    // A scan ends where a value is nested too deeply.
  }
  const [part] = scanJson(text, afterFence(text))
  const [any] = part === undefined ? scanJson(text) : [part]
  return any?.value
}

/** The index after the first fence, unless the text begins with data: data in a fence goes before brackets in the prose. */
function afterFence(text: string): number {
  const fence = text.indexOf('```')
  return fence === -1 || /^\s*[{[]/.test(text) ? 0 : fence + 3
}

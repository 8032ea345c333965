const ESCAPE = 0x1b
/** The C1 forms of `ESC [` and of the commands whose argument is a string: DCS, SOS, OSC, PM and APC. */
const CSI = 0x9b
const STRINGS = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f])
const STRING_TERMINATOR = 0x9c
const BELL = 0x07

/**
 * Returns a text that cannot control a terminal: without control sequences and their arguments, without other control
 * characters except line breaks and tabs, and without marks that change the direction of the text. Each character is looked
 * at once; a sequence that does not end takes the rest of its line.
 */
export function toPrintable(text: string): string {
  const pieces: string[] = []
  let from = 0
  for (const { index } of text.matchAll(CONTROL)) {
    // It may be a part of the sequence before.
    if (index < from) continue
    pieces.push(text.slice(from, index))
    from = endOfSequence(text, index, text.charCodeAt(index))
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The index after the sequence that begins with a control character. */
function endOfSequence(text: string, start: number, code: number): number {
  const isEscape = code === ESCAPE
  // `ESC [` is CSI, and so on: the second byte is the C1 character less 0x40.
  const next = text.charCodeAt(start + 1)
  const command = isEscape ? next + 0x40 : code
  const from = isEscape ? start + 2 : start + 1
  if (command === CSI) return endOfCsi(text, from)
  if (STRINGS.has(command)) return endOfString(text, from)
  if (!isEscape) return from
  // `ESC ( B`: intermediate bytes, then a final byte. Other characters after ESC are kept.
  let at = start + 1
  while (isBetween(text, at, 0x20, 0x2f)) at++
  return isBetween(text, at, 0x30, 0x7e) ? at + 1 : at
}

function endOfCsi(text: string, from: number): number {
  let at = from
  while (isBetween(text, at, 0x20, 0x3f)) at++
  return isBetween(text, at, 0x40, 0x7e) ? at + 1 : at
}

/** After the terminator, or at the end of the line: a terminal might wait for the terminator for ever. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BELL || code === STRING_TERMINATOR) return at + 1
    if (code === ESCAPE) return text.charCodeAt(at + 1) === 0x5c ? at + 2 : at
    if (code === 0x0a) return at
  }
  return text.length
}

const isBetween = (text: string, at: number, low: number, high: number): boolean =>
  at < text.length && text.charCodeAt(at) >= low && text.charCodeAt(at) <= high

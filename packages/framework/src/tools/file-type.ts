/** How each type begins, one character for each byte. */
const STARTS: readonly (readonly [type: string, isAt: (start: string) => boolean])[] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => /^GIF8[79]a/.test(start)],
  ['image/webp', (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8)],
  ['application/pdf', (start) => /^\s*%PDF-\d/.test(start)],
]

/** Kinds of text that a page or a model treats in another way. */
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  markdown: 'text/markdown',
  md: 'text/markdown',
}

/**
 * Returns the type of a file by its content: PNG, JPEG, GIF, WebP, PDF, or text in UTF-8, whose kind is that of the name.
 * `undefined` for everything else. A name alone makes no file an image.
 */
export function typeOfFile(bytes: Uint8Array, name = ''): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 32))
  const known = STARTS.find(([, isAt]) => isAt(start))
  if (known !== undefined) return known[0]
  if (toUtf8(bytes) === undefined) return undefined
  const kind = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(TEXTS, kind) ? TEXTS[kind] : 'text/plain'
}

/** Returns the text of bytes in UTF-8, or `undefined` if they are something else. */
export function toUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    // The only error of a fatal decoder: the bytes are no UTF-8.
    return undefined
  }
}

/** Returns bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // A call has a limit of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

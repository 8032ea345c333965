/** Trusted markup. Any other value in a template is escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | undefined | readonly Part[]

/** A template that escapes its values. Joins lists; skips `undefined`. */
export const html = (markup: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(markup.map((piece, index) => piece + toMarkup(index < parts.length ? parts[index] : undefined)).join(''))

function toMarkup(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.markup
  return Array.isArray(part) ? part.map(toMarkup).join('') : escapeText(String(part))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Replaces characters that HTML does not allow, including lone surrogates. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)

/** Markup that was made here. Anything else that gets into it is text. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | undefined | readonly Part[]

/** Markup with text in it. Lists are joined; what is not there is left out. */
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

/** Characters that no document may have are replaced, half a pair of surrogates too. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)

import { toBase64, toUtf8, typeOfFile } from '../tools/file-type.ts'
import type { ImageBlock, TextBlock } from '../tools/message.ts'
import { DocumentError } from './errors.ts'
import { readPdf } from './read-pdf.ts'

export interface ReadOptions {
  /** The name of the file. It decides the kind of a text, and errors name it. */
  name?: string
  /** Characters of text; the rest is left out. Default 200,000. */
  characters?: number
  /** Bytes of an image. Default 5 MiB, the most that providers take. */
  imageBytes?: number
  /** Pages of a PDF; the rest is left out. Default 200. */
  pages?: number
  /** Milliseconds for a PDF. Default 20 seconds. */
  timeout?: number
  /** Bytes of memory for a PDF. Default 512 MiB. */
  memory?: number
  signal?: AbortSignal
}

/** A document as a model can be given it. */
export interface ReadDocument {
  /** The media type, by content. */
  mimeType: string
  parts: (TextBlock | ImageBlock)[]
  /** Sentences about what was left out, for the person and for the model. */
  notes: string[]
}

/**
 * Reads a file for models: text, Markdown and JSON in UTF-8, the text of a PDF (with the package `unpdf`), images as they are. The
 * content decides what it is. Throws a `DocumentError`.
 *
 * ```ts
 * const { parts, notes } = await readDocument(await readFile('report.pdf'), { name: 'report.pdf' })
 * ```
 */
export async function readDocument(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadDocument> {
  const { name = 'the file', imageBytes = 5 * 1024 ** 2 } = options
  const mimeType = typeOfFile(bytes, name)
  if (mimeType === undefined) {
    const known = 'PNG, JPEG, GIF, WebP, PDF, and text in UTF-8'
    throw new DocumentError('unsupported', `${name} is of a type that models cannot read; they can read ${known}`)
  }
  if (mimeType === 'application/pdf') return { mimeType, ...(await readPages(bytes, name, options)) }
  if (!mimeType.startsWith('image/')) return { mimeType, ...fitText(toUtf8(bytes)!, name, options) }
  if (bytes.length > imageBytes) {
    const problem = `${name} has ${bytes.length} bytes; an image has at most ${imageBytes}`
    throw new DocumentError('too_large', `${problem}. Make it smaller`)
  }
  return { mimeType, parts: [{ type: 'image', data: toBase64(bytes), mimeType }], notes: [] }
}

async function readPages(
  bytes: Uint8Array,
  name: string,
  options: ReadOptions,
): Promise<Omit<ReadDocument, 'mimeType'>> {
  const { pages: most = 200 } = options
  const { pages, total } = await readPdf(bytes, name, { ...options, pages: most })
  const empty = pages.flatMap((text, at) => (text.trim() === '' ? [at + 1] : []))
  if (empty.length === pages.length) {
    const problem = `${name} has no text: its pages are probably scanned images`
    throw new DocumentError('unreadable', `${problem}. Use a model that reads PDF files, or attach the pages as images`)
  }
  const text = pages.map((page, at) => `[page ${at + 1}]\n${page.trim()}`).join('\n\n')
  const fitted = fitText(text, name, options)
  const notes = [
    ...(pages.length < total ? [`Only the first ${pages.length} of the ${total} pages of ${name} were read.`] : []),
    ...(empty.length > 0 ? [`${toPages(empty)} of ${name} ${empty.length === 1 ? 'has' : 'have'} no text.`] : []),
  ]
  return { parts: fitted.parts, notes: [...notes, ...fitted.notes] }
}

const toPages = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `Page ${numbers[0]}` : `${numbers.length} pages (the first is ${numbers[0]})`

function fitText(text: string, name: string, { characters = 200_000 }: ReadOptions): Omit<ReadDocument, 'mimeType'> {
  if (text.length <= characters) return { parts: [{ type: 'text', text }], notes: [] }
  const note = `Only the first ${characters} of the ${text.length} characters of ${name} were read.`
  return { parts: [{ type: 'text', text: text.slice(0, characters).toWellFormed() }], notes: [note] }
}

import { hash } from 'node:crypto'
import { DocumentError, readDocument } from '@sweatpants/framework/models'
import { RoundtableError } from '../errors.ts'
import type { Attachment } from '../session/attachment.ts'
import { type GivenAttachment, LIMITS } from './input.ts'

/** Reads a resource of a connected server. Rejects with the reason if there is none. */
export type ReadResource = (uri: string) => Promise<Uint8Array>

/** The documents of a new debate, and the data of the images among them, in base64. */
export interface ReadAttachments {
  documents: Attachment[]
  images: string[]
}

/** Reads the documents of a new debate. Refuses one that cannot be read, by name. */
export async function readAttachments(
  given: readonly GivenAttachment[],
  readResource: ReadResource,
): Promise<ReadAttachments> {
  const bytes = given.reduce((sum, { data = '' }) => sum + Math.floor(data.length / 4) * 3, 0)
  if (bytes > LIMITS.files)
    throw new RoundtableError(
      'invalid',
      `attachments has about ${bytes} bytes of files; a debate has at most ${LIMITS.files}`,
    )
  const read = await Promise.all(given.map((one) => readAttachment(one, readResource)))
  const images = read.flatMap(({ image }) => image ?? [])
  if (images.length > LIMITS.images)
    throw new RoundtableError(
      'invalid',
      `attachments has ${images.length} images; a debate has at most ${LIMITS.images}`,
    )
  return { documents: read.map(({ document }) => document), images }
}

async function readAttachment(
  given: GivenAttachment,
  readResource: ReadResource,
): Promise<{ document: Attachment; image?: string }> {
  const { name, text } = given
  if (text !== undefined) return { document: { name, text } }
  const { parts, notes } = await read(await bytesOf(given, readResource), name)
  const [image] = parts.filter((part) => part.type === 'image')
  if (image !== undefined) {
    const { data, mimeType } = image
    // The digest by which attachments are kept.
    return { document: { name, text: '', image: { digest: hash('sha256', data), mimeType } }, image: data }
  }
  const found = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
  if (found.trim() === '') throw new RoundtableError('invalid', `${name} has no text; attach a file that has`)
  return { document: { name, text: found, ...(notes.length > 0 && { notes }) } }
}

async function bytesOf({ name, data, uri }: GivenAttachment, readResource: ReadResource): Promise<Uint8Array> {
  if (uri === undefined) return Buffer.from(data!, 'base64')
  try {
    return await readResource(uri)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RoundtableError('invalid', `${name} could not be read from ${uri}: ${reason}`, { cause })
  }
}

async function read(bytes: Uint8Array, name: string) {
  if (bytes.length > LIMITS.file)
    throw new RoundtableError('invalid', `${name} has ${bytes.length} bytes; a file has at most ${LIMITS.file}`)
  try {
    return await readDocument(bytes, { name, characters: LIMITS.attachment })
  } catch (cause) {
    if (!(cause instanceof DocumentError)) throw cause
    throw new RoundtableError('invalid', cause.message, { cause })
  }
}

import { ATTACHMENT_LIMITS, typeOfFile, type UserAttachment } from '@sweatpants/framework/chat'
import { readBytes } from '../controls/read-bytes.ts'
import { toBase64 } from '../controls/to-base64.ts'
import { toSize } from '../controls/to-size.ts'
import { texts } from './texts.ts'

/** A file that a message is to have. */
export interface AttachedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
  /** By its content; absent if the file is too large to be read, or is of no type that models take. */
  mimeType?: string
  /** As base64. */
  data: string
  /** The browser could not read it: a folder, or a file that was moved or deleted. */
  isUnreadable?: true
}

let count = 0

/** Reads a file. One that is too large is not read. Never rejects. */
export async function readAttachedFile(file: File): Promise<AttachedFile> {
  const { name, size } = file
  const known = { id: `${Date.now()}-${++count}`, name, size }
  if (size > ATTACHMENT_LIMITS.file) return { ...known, data: '' }
  const bytes = await readBytes(file)
  if (bytes === undefined) return { ...known, data: '', isUnreadable: true }
  const mimeType = typeOfFile(bytes, name)
  return { ...known, data: toBase64(bytes), ...(mimeType !== undefined && { mimeType }) }
}

export function toAttachment({ name, mimeType = '', data }: AttachedFile): UserAttachment {
  return { type: mimeType.startsWith('image/') ? 'image' : 'file', data, mimeType, name }
}

/** What is known of the model that a message is for. */
interface Receiver {
  label: string
  /** The files that it takes; absent if that is not known. */
  files?: readonly string[] | undefined
}

/** Returns why each of the files cannot be sent, by its id. */
export function findProblems(files: readonly AttachedFile[], model?: Receiver): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  let total = 0
  for (const [index, file] of files.entries()) {
    const problem = problemOf(file, model)
    if (problem === undefined) total += file.size
    const crowd =
      index >= ATTACHMENT_LIMITS.count
        ? texts.tooMany(ATTACHMENT_LIMITS.count)
        : total > ATTACHMENT_LIMITS.message
          ? texts.tooLargeInAll(toSize(ATTACHMENT_LIMITS.message))
          : undefined
    const found = problem ?? crowd
    if (found !== undefined) problems.set(file.id, found)
  }
  return problems
}

function problemOf({ size, mimeType, isUnreadable }: AttachedFile, model: Receiver | undefined): string | undefined {
  if (isUnreadable) return texts.unreadable
  if (size === 0) return texts.empty
  if (size > ATTACHMENT_LIMITS.file) return texts.tooLarge(toSize(size), toSize(ATTACHMENT_LIMITS.file))
  if (mimeType === undefined) return texts.unknownType
  if (mimeType.startsWith('image/') && model?.files?.includes('image') === false) return texts.noImages(model.label)
  return undefined
}

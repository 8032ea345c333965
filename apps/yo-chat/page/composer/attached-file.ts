import { ATTACHMENT_LIMITS, type UserAttachment } from '@sweatpants/framework/chat'
import { type ChosenFile, readChosenFile } from '../controls/chosen-file.ts'
import { toSize } from '../controls/to-size.ts'
import { texts } from './texts.ts'

/** A file that a message is to have. */
export interface AttachedFile extends ChosenFile {
  id: string
}

let count = 0

/** Reads a file. One that is too large is not read. Never rejects. */
export const readAttachedFile = async (file: File): Promise<AttachedFile> => ({
  id: `${Date.now()}-${++count}`,
  ...(await readChosenFile(file, ATTACHMENT_LIMITS.file)),
})

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

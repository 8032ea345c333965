import type { Offer } from '@sweatpants/roundtable/browser'
import { readChosenFile } from '../../controls/chosen-file.ts'
import { toSize } from '../../controls/to-size.ts'
import type { DraftFile } from './draft.ts'
import { texts } from './texts.ts'

type Limits = Pick<Offer['limits'], 'file' | 'files' | 'attachments' | 'images'>

interface ReadFiles {
  files: readonly DraftFile[]
  /** Why files were not added, one sentence each. */
  problems: readonly string[]
}

/** Adds files to those that are attached once they are read. One with the same name takes the place of the other; one that breaks a limit is left out. */
export async function readFiles(
  chosen: readonly File[],
  attached: () => readonly DraftFile[],
  limits: Limits,
): Promise<ReadFiles> {
  const read = await Promise.all(chosen.map((file) => readFile(file, limits)))
  const problems: string[] = []
  let files = attached()
  for (const one of read) {
    const next = typeof one === 'string' ? files : [...files.filter(({ name }) => name !== one.name), one]
    const problem = typeof one === 'string' ? one : findExcess(next, limits)
    if (problem !== undefined) problems.push(problem)
    else files = next
  }
  return { files, problems }
}

/** Reads a file. Resolves to the problem if it cannot be used. */
async function readFile(file: File, { file: most }: Limits): Promise<DraftFile | string> {
  const { name, size, mimeType, data, isUnreadable } = await readChosenFile(file, most)
  if (size === 0) return texts.problems.emptyFile(name)
  if (size > most) return texts.problems.largeFile(name, toSize(most))
  if (isUnreadable) return texts.problems.lostFile(name)
  if (mimeType === undefined) return texts.problems.unreadableFile(name)
  return { name, size, mimeType, data }
}

/** Says which limit of a debate the files exceed with the last of them. */
function findExcess(files: readonly DraftFile[], limits: Limits): string | undefined {
  const images = files.filter(({ mimeType }) => mimeType.startsWith('image/'))
  const size = files.reduce((sum, one) => sum + one.size, 0)
  const { name } = files.at(-1)!
  if (files.length > limits.attachments) return texts.problems.manyDocuments(name, limits.attachments)
  if (images.length > limits.images) return texts.problems.manyImages(name, limits.images)
  return size > limits.files ? texts.problems.largeDocuments(name, toSize(limits.files)) : undefined
}

import { typeOfFile } from '@sweatpants/framework/chat'
import type { Offer } from '@sweatpants/roundtable/browser'
import { toBase64 } from '../../controls/to-base64.ts'
import { toSize } from '../../controls/to-size.ts'
import type { DraftFile } from './draft.ts'

type Limits = Pick<Offer['limits'], 'file' | 'files' | 'attachments' | 'images'>

interface ReadFiles {
  files: readonly DraftFile[]
  /** Why files were not added, one sentence each. */
  problems: readonly string[]
}

/** Adds files to those that are attached. One with the same name takes the place of the other; one that breaks a limit is left out. */
export async function readFiles(
  chosen: readonly File[],
  attached: readonly DraftFile[],
  limits: Limits,
): Promise<ReadFiles> {
  const read = await Promise.all(chosen.map((file) => readFile(file, limits)))
  const problems: string[] = []
  let files = attached
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
  const { name, size } = file
  if (size === 0) return `${name} is empty.`
  if (size > most) return `${name} is too large: a document has at most ${toSize(most)}.`
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mimeType = typeOfFile(bytes, name)
  if (mimeType === undefined) return `${name} cannot be read. Attach text, Markdown, PDF, PNG, JPEG, GIF or WebP.`
  return { name, size, mimeType, data: toBase64(bytes) }
}

/** Says which limit of a debate the files exceed with the last of them. */
function findExcess(files: readonly DraftFile[], limits: Limits): string | undefined {
  const images = files.filter(({ mimeType }) => mimeType.startsWith('image/'))
  const size = files.reduce((sum, one) => sum + one.size, 0)
  const say = (most: string) => `${files.at(-1)!.name} was not attached: a debate has at most ${most}.`
  if (files.length > limits.attachments) return say(`${limits.attachments} documents`)
  if (images.length > limits.images) return say(`${limits.images} images`)
  return size > limits.files ? say(`${toSize(limits.files)} of documents`) : undefined
}

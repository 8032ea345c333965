import type { Offer } from '@sweatpants/roundtable/browser'
import type { DraftFile } from './draft.ts'

interface ReadFiles {
  files: readonly DraftFile[]
  /** Why a file was not added. */
  problem?: string
}

/** Adds files to those that are attached. One with the same name takes the place of the other; one that is too large is left out. */
export async function readFiles(
  chosen: readonly File[],
  attached: readonly DraftFile[],
  limits: Pick<Offer['limits'], 'file' | 'attachments'>,
): Promise<ReadFiles> {
  const large = chosen.find(({ size }) => size > limits.file)
  const added = await Promise.all(
    chosen
      .filter(({ size }) => size <= limits.file)
      .map(async (file) => ({ name: file.name, data: await toData(file) })),
  )
  const kept = attached.filter(({ name }) => !added.some((one) => one.name === name))
  const files = [...kept, ...added]
  if (files.length > limits.attachments)
    return { files: attached, problem: `Attach at most ${limits.attachments} documents.` }
  if (large === undefined) return { files }
  const most = `${Math.floor(limits.file / 1024 ** 2)} MB`
  return { files, problem: `${large.name} is too large: a document has at most ${most}.` }
}

async function toData(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

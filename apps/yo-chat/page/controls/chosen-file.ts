import { typeOfFile } from '@sweatpants/framework/chat'

/** A file that the person chose. */
export interface ChosenFile {
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

/** Reads a file, unless it has more than so many bytes. Never rejects. */
export async function readChosenFile(file: File, most: number): Promise<ChosenFile> {
  const { name, size } = file
  if (size > most) return { name, size, data: '' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const mimeType = typeOfFile(bytes, name)
    return { name, size, data: toBase64(bytes), ...(mimeType !== undefined && { mimeType }) }
  } catch (error) {
    console.warn(`${name} cannot be read`, error)
    return { name, size, data: '', isUnreadable: true }
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // A call has a limit of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

/** Resolves to the bytes of a file, or to `undefined` if the browser cannot read it: a folder, or a file that was moved or deleted. */
export async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    console.warn(`${file.name} cannot be read`, error)
    return undefined
  }
}

import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20
const NAMES_ARE_UTF8 = 0x0800
const DEFLATE = 8
/** 1 January 1980, the first day of the format: the same files make the same archive. */
const DAY = 0x0021
const UNIX = 3
const REGULAR_FILE = 0o100_644

/** A ZIP archive of these files, by their paths. Each file, and the archive, must be smaller than 4 GiB. */
export function toZip(files: ReadonlyMap<string, string>): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of files) {
    const name = Buffer.from(path)
    const content = Buffer.from(text)
    const packed = deflateRawSync(content, { level: 9 })
    // The fields that the header of an entry and its line in the directory share.
    const shared = pack([
      [2, VERSION],
      [2, NAMES_ARE_UTF8],
      [2, DEFLATE],
      [2, 0],
      [2, DAY],
      [4, crc32(content)],
      [4, packed.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    ])
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed])
    const origin = pack([
      [1, VERSION],
      [1, UNIX],
    ])
    // No comment, first disk, no internal attributes; the mode is in the upper half of the external ones.
    const place = pack([
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, REGULAR_FILE],
      [4, offset],
    ])
    entries.push(entry)
    directory.push(Buffer.from('PK\x01\x02'), origin, shared, place, name)
    offset += entry.length
  }
  const listed = Buffer.concat(directory)
  const end = pack([
    [2, 0],
    [2, 0],
    [2, files.size],
    [2, files.size],
    [4, listed.length],
    [4, offset],
    [2, 0],
  ])
  return Buffer.concat([...entries, listed, Buffer.from('PK\x05\x06'), end])
}

/** Numbers of so many bytes, the lowest byte first. */
function pack(fields: readonly [bytes: number, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../keys/make-directory.ts'
import { toUsageError } from './args.ts'

/** Writes files by their names into a folder, which is created where missing, and prints their sizes. */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string | Buffer>,
  isProgram = (_name: string) => false,
): void {
  try {
    makeDirectory(folder)
    for (const [name, content] of files) {
      const file = join(folder, name)
      writeFileSync(file, content, { mode: isProgram(name) ? 0o755 : 0o644 })
      console.log(`${file}  ${(Buffer.byteLength(content) / 1024).toFixed(1)} kB`)
    }
  } catch (cause) {
    throw toUsageError(cause, '--out: ')
  }
}

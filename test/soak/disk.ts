import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a disk that can be full. */
export interface Disk extends Disposable {
  folder: string
  /** Absent where this user may not mount a small file system. */
  fill?(): void
  free(): void
}

const SIZE_MB = 256

export function openDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'soak-disk-'))
  const filler = join(folder, 'filler')
  const free = () => rmSync(filler, { force: true })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'soak', folder], { stdio: 'ignore' })
  } catch {
    return { folder, free, [Symbol.dispose]: remove }
  }
  const dispose = () => {
    process.off('exit', dispose)
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
    remove()
  }
  // Also when the process is interrupted.
  process.once('exit', dispose)
  return { folder, fill: () => fill(filler), free, [Symbol.dispose]: dispose }
}

/** Writes to the last byte. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let piece = Buffer.alloc(1024 * 1024); piece.length > 0; ) {
      try {
        writeSync(file, piece)
      } catch {
        piece = piece.subarray(0, Math.floor(piece.length / 2))
      }
    }
  } finally {
    closeSync(file)
  }
}

import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** An editor writes a file in several steps; this long after the last one, in milliseconds, it is done. */
const SETTLED = 60

export interface FileWatch extends Disposable {
  /** Watches these files too. */
  add(files: Iterable<string>): void
}

/** Calls back after one of the files has changed. Directories are watched: an editor may put a new file in a file's place. */
export function watchFiles(onChange: () => void): FileWatch {
  const files = new Set<string>()
  const directories = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const open = (directory: string) =>
    watch(directory, (_, name) => {
      if (name === null || !files.has(join(directory, name))) return
      clearTimeout(timer)
      timer = setTimeout(onChange, SETTLED)
    })

  return {
    add(more) {
      for (const file of more) {
        files.add(file)
        const directory = dirname(file)
        if (!directories.has(directory)) directories.set(directory, open(directory))
      }
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      for (const watcher of directories.values()) watcher.close()
    },
  }
}

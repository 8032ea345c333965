import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../tools/describe.ts'
import { UsageError } from './args.ts'
import type { ImportModule } from './load-offer.ts'

const GENERATION = 'generation'

export interface Reloader extends Disposable {
  /** Imports a module again, with the modules that it imports by a relative path. Packages are imported once. */
  import: ImportModule
  /** Every file that was imported in this way, and those of `follow`. */
  readonly files: ReadonlySet<string>
  /** Follows changes of these files too. */
  follow(files: Iterable<string>): void
  /** From now on, modules are read from their files again. */
  advance(): void
}

/** Node caches modules by URL, so the URL of each module gets the number of its generation. */
export function createReloader(): Reloader {
  // Loaded here: Bun has the module without this function, and runs the commands that reload nothing.
  const { registerHooks } = process.getBuiltinModule('node:module') as Partial<typeof import('node:module')>
  if (registerHooks === undefined) {
    throw new UsageError('dev and --watch need Node or Deno: this runtime cannot load a changed module again')
  }
  const files = new Set<string>()
  let generation = 1
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const parent = generationOf(context.parentURL)
      if (parent === null || !/^\.\.?\//.test(specifier) || !resolved.url.startsWith('file:')) return resolved
      files.add(fileURLToPath(resolved.url))
      return { ...resolved, url: `${resolved.url}?${GENERATION}=${parent}` }
    },
  })
  return {
    files,
    import(url) {
      files.add(fileURLToPath(url))
      return import(`${url}?${GENERATION}=${generation}`)
    },
    follow(more) {
      for (const file of more) files.add(file)
    },
    advance() {
      generation++
    },
    [Symbol.dispose]: () => hooks.deregister(),
  }
}

const generationOf = (url: string | undefined): string | null =>
  url === undefined || !URL.canParse(url) ? null : new URL(url).searchParams.get(GENERATION)

/**
 * Calls `apply` after a file that the reloader imported has changed, and prints the description that it resolves to. If it
 * rejects, the error is printed and passed to `onFailure`. Calls do not overlap.
 */
export function followChanges(
  reloader: Reloader,
  apply: () => Promise<string>,
  onFailure: (message: string) => void = () => {},
): Disposable {
  let last: Promise<void> = Promise.resolve()
  const reload = async () => {
    reloader.advance()
    try {
      console.error(`Reloaded: ${await apply()}`)
    } catch (error) {
      onFailure(messageOf(error))
      console.error(`Not reloaded: ${messageOf(error)}`)
    }
    // After a failure too: the next change may be in a file that was imported for the first time.
    watcher.add(reloader.files)
  }
  const watcher = watchFiles(() => {
    last = last.then(reload)
  })
  watcher.add(reloader.files)
  return watcher
}

/** Milliseconds without a change until a file counts as written: an editor writes in several steps. */
const SETTLED = 60

interface FileWatcher extends Disposable {
  /** Watches these files too. */
  add(files: Iterable<string>): void
}

/** Milliseconds between looks for a folder that was deleted. */
const LOOK_INTERVAL = 300

/** Calls back after one of the files has changed. Watches their folders, because an editor may replace a file by a new one. */
function watchFiles(onChange: () => void): FileWatcher {
  const files = new Set<string>()
  const folders = new Map<string, FSWatcher>()
  // A folder that is deleted comes back when another branch is checked out, and is another one for the system then.
  const missing = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined

  const change = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLED)
  }

  const open = (folder: string) => {
    const opened = identify(folder)
    if (opened === undefined) return miss(folder)
    const onEvent = (_: string, name: string | null) => {
      if (identify(folder) !== opened) lose(folder)
      else if (name !== null && files.has(join(folder, name))) change()
    }
    try {
      const watcher = watch(folder, onEvent).on('error', () => lose(folder))
      folders.set(folder, watcher)
    } catch (error) {
      if (identify(folder) !== undefined) throw error
      miss(folder)
    }
  }

  const lose = (folder: string) => {
    folders.get(folder)?.close()
    folders.delete(folder)
    miss(folder)
    change()
  }

  const miss = (folder: string) => {
    missing.add(folder)
    looking ??= setInterval(look, LOOK_INTERVAL)
  }

  const look = () => {
    for (const folder of missing) {
      if (identify(folder) === undefined) continue
      missing.delete(folder)
      open(folder)
      change()
    }
    if (missing.size > 0) return
    clearInterval(looking)
    looking = undefined
  }

  return {
    add(more) {
      for (const file of more) {
        files.add(file)
        const folder = dirname(file)
        if (!folders.has(folder) && !missing.has(folder)) open(folder)
      }
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      clearInterval(looking)
      for (const watcher of folders.values()) watcher.close()
    },
  }
}

/** The number alone may be that of the next folder. */
function identify(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false })
  return found && `${found.ino} ${found.birthtimeNs}`
}

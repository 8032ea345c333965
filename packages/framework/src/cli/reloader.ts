import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ImportModule } from './load-offer.ts'

const GENERATION = 'generation'

export interface Reloader extends Disposable {
  /** Imports a module again, with the modules that it imports by a relative path. Packages are imported once. */
  import: ImportModule
  /** Every file that was imported in this way. */
  readonly files: ReadonlySet<string>
  /** From now on, modules are read from their files again. */
  advance(): void
}

/** Node caches modules by URL, so the URL of each module gets the number of its generation. */
export function createReloader(): Reloader {
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
    advance() {
      generation++
    },
    [Symbol.dispose]: () => hooks.deregister(),
  }
}

const generationOf = (url: string | undefined): string | null =>
  url === undefined || !URL.canParse(url) ? null : new URL(url).searchParams.get(GENERATION)

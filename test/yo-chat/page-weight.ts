import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

interface Weight {
  /** The paths of the scripts that the page loads before it shows anything. */
  scripts: readonly string[]
  /** Their size in bytes, as the server sends them. */
  gzip: number
  brotli: number
}

/** Weighs the compressed copies of the first scripts of a built page. A copy that is missing or of another text is an error. */
export function weighFirstScripts(dist: string): Weight {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/(?:src|modulepreload" crossorigin href)="(\/[^"]+\.js)"/g)].map(
    ([, path]) => path!,
  )
  const weigh = (ending: string, expand: (copy: Buffer) => Buffer) =>
    scripts.reduce((total, path) => {
      const copy = readFileSync(join(dist, `${path}.${ending}`))
      if (!expand(copy).equals(readFileSync(join(dist, path))))
        throw new Error(`${path}.${ending} is not a copy of ${path}`)
      return total + copy.length
    }, 0)
  return { scripts, gzip: weigh('gz', gunzipSync), brotli: weigh('br', brotliDecompressSync) }
}

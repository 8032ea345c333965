import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import manifest from './package.json' with { type: 'json' }

/** The source of every subpath of the package, the command, and the program of a bundled server: `{ 'mcp/index': 'src/mcp/index.ts' }`. */
const sources = JSON.stringify(manifest.exports).matchAll(/"@sweatpants\/source":"\.\/(src\/(.+?)\.tsx?)"/g)
const input = Object.fromEntries(
  [...sources]
    .map(([, source, name]) => [name, source])
    .concat(['main', 'serve'].map((name) => [`cli/${name}`, `src/cli/${name}.ts`])),
)

/** Writes the licences of the packages that are bundled into the code. */
function writeNotices(): Plugin {
  const folders = new Set<string>()
  return {
    name: 'notices',
    moduleParsed({ id }) {
      const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []
      if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder)
    },
    generateBundle() {
      const notices = [...folders].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
        const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder })
        const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
        return `${name} ${version} (${license})\n\n${text}`
      })
      this.emitFile({ type: 'asset', fileName: 'NOTICES.txt', source: notices.join(`\n\n${'-'.repeat(80)}\n\n`) })
    },
  }
}

/**
 * One file for each entry, and chunks for what they share: a process that starts reads a few files, not hundreds. The packages
 * in `devDependencies` that the sources import are bundled, for runtimes without Node as well.
 */
export default defineConfig({
  input,
  platform: 'neutral',
  transform: { target: 'node22.18' },
  resolve: { mainFields: ['module', 'main'], conditionNames: ['workerd', 'browser', 'import', 'default'] },
  external: [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies]
    .flatMap(Object.keys)
    .map((name) => new RegExp(`^${name}(/|$)`)),
  // `cross-spawn` is CommonJS, and requires modules of Node.
  plugins: [esmExternalRequirePlugin({ external: [/^node:/, 'child_process', 'fs', 'path'] }), writeNotices()],
  output: {
    dir: 'dist',
    format: 'esm',
    comments: { jsdoc: false },
    // The directive would be lost in bundling, and each bundler warns about one that it meets in the sources.
    banner: ({ name }) => (name === 'react/index' ? "'use client'" : ''),
    sourcemap: true,
    // The sources are in the package.
    sourcemapExcludeSources: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      // What an entry needs at once is one file for each layer; what is imported later stays apart.
      groups: [
        { name: 'tools', test: /src[\\/]tools[\\/]/, tags: ['$initial'] },
        { name: 'mcp', test: /src[\\/]mcp[\\/]/, tags: ['$initial'] },
        // A page that shows no Markdown drops the file.
        { name: 'markdown', test: /src[\\/]react[\\/]markdown/, tags: ['$initial'] },
      ],
    },
  },
})

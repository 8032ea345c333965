import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

/** The source of every subpath of the package, and the command: `{ 'mcp/index': 'src/mcp/index.ts' }`. */
const sources = JSON.stringify(manifest.exports).matchAll(/"@sweatpants\/source":"\.\/(src\/(.+?)\.tsx?)"/g)
const input = Object.fromEntries(
  [...sources].map(([, source, name]) => [name, source]).concat([['cli/main', 'src/cli/main.ts']]),
)

/** One file for each entry, and chunks for what they share: a process that starts reads a few files, not hundreds. */
export default defineConfig({
  input,
  platform: 'neutral',
  external: [
    /^node:/,
    ...[manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies]
      .flatMap(Object.keys)
      .map((name) => new RegExp(`^${name}(/|$)`)),
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
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

import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { pageBundle, pageOutput } from './src/page-bundle.ts'

const library = defineConfig({
  input: { index: 'src/index.ts' },
  platform: 'node',
  external: [
    /^node:/,
    ...[manifest.dependencies, manifest.peerDependencies]
      .flatMap(Object.keys)
      .map((name) => new RegExp(`^${name}(/|$)`)),
  ],
  output: { dir: 'dist', format: 'esm', sourcemap: true },
})

const page = defineConfig({
  ...pageBundle,
  input: { page: 'src/page/main.tsx' },
  output: { ...pageOutput, dir: 'dist', entryFileNames: '[name].js' },
})

export default [library, page]

import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { pageBundle, pageOutput } from './src/page-bundle.ts'
import { CONTROL_ROOM, INSPECTOR } from './src/page-files.ts'

const library = defineConfig({
  input: { index: 'src/index.ts' },
  platform: 'node',
  transform: { target: 'node22.18' },
  external: [/^node:/, ...Object.keys(manifest.peerDependencies).map((name) => new RegExp(`^${name}(/|$)`))],
  output: { dir: 'dist', format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
})

const pages = [INSPECTOR, CONTROL_ROOM].map(({ script, module }) =>
  defineConfig({
    ...pageBundle,
    input: { [script]: `src/${module}` },
    output: { ...pageOutput, dir: 'dist', entryFileNames: '[name].js' },
  }),
)

export default [library, ...pages]

import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

export default defineConfig({
  input: { index: 'src/index.ts' },
  platform: 'neutral',
  transform: { target: 'node22.18' },
  external: Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  output: { dir: 'dist', format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
})

import { defineConfig } from 'rolldown'

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  transform: { target: 'node22.18' },
  external: [/^node:/],
  output: { dir: 'dist', format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
})

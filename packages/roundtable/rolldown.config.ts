import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

export default defineConfig({
  input: {
    browser: 'src/browser.ts',
    'chat/index': 'src/chat/index.ts',
    'cli/main': 'src/cli/main.ts',
    'http/index': 'src/http/index.ts',
    index: 'src/index.ts',
  },
  platform: 'node',
  transform: { target: 'node22.18' },
  external: [/^node:/, ...Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`))],
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
})

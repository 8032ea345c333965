import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['@sweatpants/source', ...defaultClientConditions] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The first that know `light-dark()`.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // Every browser that the target names has it.
    modulePreload: { polyfill: false },
    // The second one is for the pages of links, whose server names it.
    rolldownOptions: {
      input: ['index.html', 'link.ts'].map((file) => join(import.meta.dirname, file)),
      output: {
        entryFileNames: ({ name }) => (name === 'link' ? 'link.js' : 'assets/[name]-[hash].js'),
        // Changes less often than the page, so that browsers keep it.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
    // Diagrams are heavy, and loaded when one is shown.
    chunkSizeWarningLimit: 2_000,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** Has the browser load the font with the styles, not after them. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((file) => file.endsWith('.woff2'))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
      })),
}

/** Puts the styles into the document. On a slow connection their own request would share its rate with the scripts, and delay the outline. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, file) => {
        const styles = bundle[file]
        return styles?.type === 'asset' ? `<style>${styles.source}</style>` : link
      }),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont, inlineStyles],
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

import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const sidebar = JSON.parse(readFileSync(new URL('../.pages/sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  title: 'Sweatpants',
  description: 'MCP tools and chats that ask people questions and survive restarts.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '.pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  base: (process.env.SITE_BASE ?? '/') as `/${string}/`,
  cleanUrls: false,
  // Signatures of generics look like tags.
  markdown: { html: false, theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/' },
      { text: 'Reference', link: '/api/' },
      { text: 'Errors', link: '/errors/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Coding agents', link: '/agents' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
  vite: {
    resolve: { conditions: ['@sweatpants/source'] },
    // The playground's modules are outside of the folder of the pages.
    server: { fs: { allow: ['..'] } },
    // The esbuild of this Vite does not know the target of our tsconfig.json.
    esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022', jsx: 'react-jsx' } } },
    build: { chunkSizeWarningLimit: 1_500 },
  },
})

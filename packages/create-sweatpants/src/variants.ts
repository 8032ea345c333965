/** A kind of project: the template without some of its files, and with those of its folder in `variants/`. */
export interface Variant {
  /** What the project has. */
  summary: string
  omits: readonly string[]
  /** What to run next, with what each command does. */
  steps: Readonly<Record<string, string>>
}

const TEST = { 'npm install': '', 'npm test': 'the tool, against a scripted person and model' }

export const VARIANTS = {
  chat: {
    summary: 'a chat page and an MCP server',
    omits: [],
    steps: {
      ...TEST,
      'npm run dev': 'the chat page and the server, with changes as you make them',
      'npm start': 'the same, built, on one port; the tool over MCP at /mcp',
    },
  },
  mcp: {
    summary: 'an MCP server',
    omits: ['page', 'dev.ts', 'vite.config.ts', 'src/server.ts'],
    steps: {
      ...TEST,
      'npm run dev': 'a page to call the tool, answer it and watch its journal',
      'npm start': 'the MCP server at http://127.0.0.1:3000/mcp',
    },
  },
  nextjs: {
    summary: 'a chat page in Next.js and an MCP server',
    omits: ['page/index.html', 'page/main.tsx', 'dev.ts', 'vite.config.ts', 'src/server.ts'],
    steps: {
      ...TEST,
      'npm run dev': 'the chat page, with changes as you make them',
      'npm run build && npm start': 'the same, built; the tool over MCP at /api/mcp',
    },
  },
} as const satisfies Record<string, Variant>

export type VariantName = keyof typeof VARIANTS

export const DEFAULT_VARIANT: VariantName = 'chat'

export const isVariant = (name: string): name is VariantName => Object.hasOwn(VARIANTS, name)

/** The names and what they stand for, a line each. */
export const listVariants = (indent: string): string =>
  Object.entries(VARIANTS)
    .map(([name, { summary }]) => `${indent}${name.padEnd(8)}${summary}`)
    .join('\n')

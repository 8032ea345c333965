import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import type { View, Views } from '../mcp/core/views.ts'
import type { McpTool } from '../tools/tool.ts'
import { MissingBundlerError, ViewError } from './view-error.ts'

/** Views that were bundled in memory. */
export interface BundledViews extends Views {
  /** By the name of the tool. */
  readonly views: ReadonlyMap<string, View>
  /** The files that they were made of, without packages. */
  readonly files: ReadonlySet<string>
}

/**
 * Bundles one HTML document for each tool that asks, or that has a view for its result. Throws a `ViewError` if a view would contain
 * code of a tool, zod, a module of Node or `process`. Needs the packages `rolldown` and `preact`.
 */
export async function bundleViews(tools: readonly McpTool[]): Promise<BundledViews> {
  const views = new Map<string, View>()
  const files = new Set<string>()
  for (const tool of tools.filter(hasView)) {
    const { html, modules } = await bundleView(tool)
    views.set(tool.name, { html, hash: createHash('sha256').update(html).digest('hex').slice(0, 12) })
    for (const file of modules) files.add(file)
  }
  return { views, files, read: async (tool) => views.get(tool) }
}

/** The questions of a hosted tool are not known beforehand, and its server has views of its own. */
const hasView = ({ origin, view, questions }: McpTool): boolean =>
  origin === undefined && (view !== undefined || Object.keys(questions).length > 0)

/** The browser's half, from the sources: relative to `src` and to `dist` alike. */
const source = (file: string): string => fileURLToPath(new URL(`../../src/views/${file}`, import.meta.url))

const ENTRY = '\0view'

async function bundleView(tool: McpTool): Promise<{ html: string; modules: string[] }> {
  const { rolldown, visitProcess } = await loadBundler()
  const guard = new Guard(tool)
  const styles = new Map<string, string>()
  // The modules as the browser would run them, so that styles have one order.
  const order = new Set<string>()
  const plugin: Plugin = {
    name: 'view',
    async resolveId(id, importer) {
      if (id === ENTRY) return id
      const from = importer ?? ENTRY
      if (!guard.allows(id, from)) return { id, external: true }
      const resolved = await this.resolve(id, importer)
      if (resolved !== null) guard.note(resolved.id, from)
      return resolved
    },
    async load(id) {
      if (id === ENTRY) return toEntry(tool)
      if (!id.endsWith('.css')) return undefined
      styles.set(id, await readFile(id, 'utf8'))
      return { code: '', moduleType: 'js', moduleSideEffects: 'no-treeshake' }
    },
    buildEnd() {
      const visit = (id: string): void => {
        if (order.has(id)) return
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported)
        order.add(id)
      }
      visit(ENTRY)
    },
  }
  await using bundle = await rolldown({
    input: ENTRY,
    platform: 'browser',
    resolve: { alias: aliases(), conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [plugin],
    onLog(level, { message }) {
      if (level === 'warn') console.warn(`The view of ${tool.name}: ${message}`)
    },
  })
  const { output } = await bundle
    .generate({ format: 'esm', minify: true, codeSplitting: false })
    .catch((cause) => guard.fail(cause))
  const [{ code, modules }] = output
  for (const [id, { code }] of Object.entries(modules)) {
    if (code?.includes('process')) visitProcess(code, () => guard.refuse('process', id))
  }
  guard.check()
  return {
    html: toHtml(tool.name, code, [...order].flatMap((id) => styles.get(id) ?? []).join('\n')),
    modules: [...order].filter((id) => id !== ENTRY && !id.includes('/node_modules/')),
  }
}

/** Knows who imports what, and what a view must not contain. */
class Guard {
  readonly #tool: McpTool
  readonly #importers = new Map<string, string>()
  readonly #problems: string[] = []

  constructor(tool: McpTool) {
    this.#tool = tool
  }

  /** Everything that is in a view is public, and a module of a tool imports the framework. */
  allows(id: string, importer: string): boolean {
    const isOwn = importer === ENTRY || importer.startsWith(source(''))
    const isFramework = /^@sweatpants\/framework($|\/(?!react$))/.test(id)
    const isRefused = isBuiltin(id) || /^zod($|\/)/.test(id) || (isFramework && !isOwn)
    if (isRefused) this.refuse(id, importer)
    return !isRefused
  }

  note(id: string, importer: string): void {
    if (!this.#importers.has(id)) this.#importers.set(id, importer)
  }

  refuse(what: string, importer: string): void {
    this.#problems.push([what, ...this.#chain(importer)].reverse().join(' → '))
  }

  check(): void {
    if (this.#problems.length === 0) return
    const chains = [...new Set(this.#problems)].map((chain) => `\n  ${chain}`).join('')
    throw new ViewError(
      `the view of ${this.#tool.name} would contain code that does not belong in a page; import types with \`import type\`:${chains}`,
    )
  }

  fail(cause: unknown): never {
    this.check()
    throw new ViewError(
      `the view of ${this.#tool.name} cannot be bundled: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    )
  }

  /** The file and those that import it, the first one last. */
  #chain(file: string): string[] {
    const chain: string[] = []
    for (let at: string | undefined = file; at !== undefined && at !== ENTRY; at = this.#importers.get(at)) {
      chain.push(relative(process.cwd(), at))
    }
    return chain
  }
}

function toEntry({ name, questions, view }: McpTool): string {
  const shown = Object.values(questions).filter((question) => question.view !== undefined)
  const needsForm = shown.length < Object.keys(questions).length
  const from = (path: string) => JSON.stringify(path)
  const parts = [
    `tool: ${from(name)}`,
    `questions: { ${shown.map(({ key }, index) => `${from(key)}: Question${index}`).join(', ')} }`,
    ...(view === undefined ? [] : ['result: Result']),
    ...(needsForm ? ['form: FormView'] : []),
  ]
  return [
    `import ${from(source('theme.css'))}`,
    `import { mountView } from ${from(source('mount.tsx'))}`,
    ...shown.map(({ view }, index) => `import Question${index} from ${from(fileURLToPath(view!))}`),
    ...(view === undefined ? [] : [`import Result from ${from(fileURLToPath(view))}`]),
    ...(needsForm ? [`import { FormView } from ${from(source('form-view.tsx'))}`] : []),
    `mountView({ ${parts.join(', ')} })`,
  ].join('\n')
}

/** Nothing is fetched, and only this script runs. A host may have a stricter policy. */
function toHtml(title: string, code: string, css: string): string {
  // Neither element may end early.
  const script = `\n${code.replaceAll(/<(?=\/script|!--)/gi, '\\x3C')}`
  const styles = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/<(?=\/style)/gi, '\\3C ')
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<main id="view"></main>
<script type="module">${script}</script>
</body>
</html>
`
}

/** Preact is a tenth of React. Named by their files: a folder would be a second copy of Preact. */
function aliases(): Record<string, string> {
  const at = (name: string) => fileURLToPath(import.meta.resolve(name))
  return {
    'react-dom/client': at('preact/compat/client'),
    'react-dom': at('preact/compat'),
    'react/jsx-runtime': at('preact/jsx-runtime'),
    react: at('preact/compat'),
  }
}

async function loadBundler() {
  // Bundlers accept a missing package only if the import stands in a `try` of its own.
  try {
    await import('preact')
    const { rolldown } = await import('rolldown')
    const { parseSync, Visitor } = await import('rolldown/utils')
    /** Calls back for each `process.…`, which no page has. */
    const visitProcess = (code: string, found: () => void) =>
      new Visitor({
        MemberExpression({ object }) {
          if (object.type === 'Identifier' && object.name === 'process') found()
        },
      }).visit(parseSync('module.js', code).program)
    return { rolldown, visitProcess }
  } catch (cause) {
    throw new MissingBundlerError(
      'views are bundled with rolldown and preact, which could not be loaded; npm i -D rolldown preact',
      {
        cause,
      },
    )
  }
}

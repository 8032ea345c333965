import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './docs/pages.ts'

/** Mistakes in the body of a tool, and what TypeScript must say of each. */
const MISTAKES: Readonly<Record<string, { body: string; says: RegExp }>> = {
  'a forgotten field of the context': {
    body: "yield* ctx.elicit('pick', { message: 'Which?' })",
    says: /Property 'flights' is missing/,
  },
  'a forgotten message': {
    body: "yield* ctx.elicit('pick', { flights: [] })",
    says: /Property 'message' is missing/,
  },
  'a forgotten page': {
    body: "yield* ctx.elicit('page', { message: 'Sign in' })",
    says: /Property 'url' is missing/,
  },
  'a misspelt message': {
    body: "yield* ctx.elicit('sure', { mesage: 'Sure?' })",
    says: /'mesage' does not exist .* Did you mean to write 'message'\?/,
  },
  'a question that is not declared': {
    body: "yield* ctx.elicit('picked', { message: 'Which?' })",
    says: /'"picked"' is not assignable to parameter of type '"/,
  },
  'a yield without a star': {
    body: "yield ctx.elicit('sure', { message: 'Sure?' })",
    says: /write `yield\*` before ctx\.…, not `yield`/,
  },
  'a yield without a star in a branch': {
    body: "yield* ctx.branch(function* (ctx) { yield ctx.step('search', () => 1) })",
    says: /write `yield\*` before ctx\.…, not `yield`/,
  },
  'a promise that is yielded': {
    body: "yield fetch('https://example.com')",
    says: /a promise is awaited inside ctx\.step/,
  },
  'an answer without a yield': {
    body: "const answer = ctx.elicit('sure', { message: 'Sure?' }); return answer.action",
    says: /Property 'action' does not exist on type 'Operation</,
  },
}

const toModule = (body: string) => `import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
export const tool = createMcpTool('tool')
  .elicits({
    pick: { response: z.object({ id: z.string() }), context: z.object({ flights: z.array(z.string()) }) },
    sure: { response: z.object({ ok: z.boolean() }) },
    page: { mode: 'url' },
  })
  .execute(function* (_, ctx) { ${body} })
  .build()
`

let folder = ''
let printed = ''

beforeAll(async () => {
  folder = mkdtempSync(join(root, '.snippets-'))
  const names = Object.keys(MISTAKES)
  names.forEach((name, index) => writeFileSync(join(folder, `${index}.ts`), toModule(MISTAKES[name]!.body)))
  const files = names.map((_, index) => `${index}.ts`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json', files, include: [] }))
  const { promise, resolve } = Promise.withResolvers<string>()
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], (_, stdout) => resolve(stdout))
  printed = await promise
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(Object.keys(MISTAKES))('%s gets an error that names it', (name) => {
  const file = `${Object.keys(MISTAKES).indexOf(name)}.ts`
  const [own] = printed.split(/^(?=\S)/m).filter((error) => error.includes(file))
  expect(own).toMatch(MISTAKES[name]!.says)
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../tools/builder.ts'
import { bundleViews } from './bundle-views.ts'
import { bookSeat, CANARY } from './fixtures/book-seat.ts'
import { readViews } from './read-views.ts'
import { ViewError } from './view-error.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'views-'))
})
afterAll(() => rm(folder, { recursive: true }))

const sizeOf = (html: string): number => gzipSync(html).byteLength

const survey = createMcpTool('survey')
  .elicits({ lunch: { response: z.object({ dish: z.string() }) } })
  .execute(function* () {})
  .build()

describe('the view of a tool', () => {
  test('is one document that fetches nothing, holds no code of the tool, and ends nowhere early', async () => {
    const { views } = await bundleViews([bookSeat])
    const { html, hash } = views.get('book_seat')!
    expect(html).not.toContain(CANARY)
    expect(html).not.toMatch(/\bzod\b|node:|\bsrc=|\bhref=|\beval\(|new Function/)
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html).not.toContain('<!--')
    expect(html).toContain("default-src 'none'; script-src 'sha256-")
    expect(hash).toMatch(/^[0-9a-f]{12}$/)
    expect(sizeOf(html)).toBeLessThan(15_000)
  })

  test('has the generic form only if a question has no component', async () => {
    const { views, read } = await bundleViews([survey])
    const { html } = views.get('survey')!
    expect(html).toContain('elicit-form')
    expect(sizeOf(html)).toBeLessThan(30_000)
    expect((await bundleViews([bookSeat])).views.get('book_seat')!.html).not.toContain('elicit-actions"')
    expect(await read('survey')).toBe(views.get('survey'))
    expect(await read('other')).toBeUndefined()
  })

  test('is the same document whenever it is built, and names the files that it is made of', async () => {
    const [one, other] = await Promise.all([bundleViews([bookSeat]), bundleViews([bookSeat])])
    expect(one.views).toEqual(other.views)
    expect([...one.files]).toEqual(expect.arrayContaining([join(import.meta.dirname, 'fixtures/seat.tsx')]))
    expect([...one.files].filter((file) => /node_modules|book-seat/.test(file))).toEqual([])
  })

  test('is not made for a tool that neither asks nor shows its result', async () => {
    const silent = createMcpTool('silent')
      .execute(function* () {})
      .build()
    expect((await bundleViews([silent])).views.size).toBe(0)
  })
})

describe('a view is refused', () => {
  async function bundle(code: string, files: Record<string, string> = {}) {
    for (const [name, text] of Object.entries({ ...files, 'view.tsx': code })) await writeFile(join(folder, name), text)
    const tool = createMcpTool('bad')
      .view(pathToFileURL(join(folder, 'view.tsx')))
      .execute(function* () {})
      .build()
    return bundleViews([tool])
  }
  const view = 'export default () => null'

  test.each([
    [
      'reaches the framework',
      `import { createMcpTool } from '@sweatpants/framework'; export default createMcpTool`,
      '@sweatpants/framework',
    ],
    ['reaches zod', `import { z } from 'zod'; export default () => z.string()`, 'zod'],
    ['reaches a module of Node', `import { readFileSync } from 'node:fs'; export default readFileSync`, 'node:fs'],
    ['reaches a module of Node by its short name', `import fs from 'fs'; export default fs`, 'fs'],
    ['reads the environment', 'export default () => process.env.API_KEY', 'process'],
  ])('if it %s', async (_, code, reached) => {
    await expect(bundle(code)).rejects.toThrow(ViewError)
    await expect(bundle(code)).rejects.toThrow(`view.tsx → ${reached}`)
  })

  test('with the whole chain of imports', async () => {
    const files = {
      'tool.ts': `import { createMcpTool } from '@sweatpants/framework'; export const price = createMcpTool('x')`,
      'format.ts': `import { price } from './tool.ts'; export const format = () => price`,
    }
    await expect(bundle(`import { format } from './format.ts'; export default format`, files)).rejects.toThrow(
      /view\.tsx → .*format\.ts → .*tool\.ts → @sweatpants\/framework/,
    )
  })

  test('if a file is missing or has a mistake', async () => {
    await expect(bundle(`import './missing.css'; ${view}`)).rejects.toThrow(/the view of bad cannot be bundled/)
    await expect(bundle('export default (')).rejects.toThrow(ViewError)
  })

  test('unless only types and texts speak of such things', async () => {
    const { views } = await bundle(
      `import type { McpTool } from '@sweatpants/framework'\n// process.env\nexport default (_: McpTool) => 'process.env'`,
    )
    expect(views.size).toBe(1)
  })
})

describe('built views', () => {
  test('are read by the name of their tool', async () => {
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ book: 'book.0123456789ab.html' }))
    await writeFile(join(folder, 'book.0123456789ab.html'), '<!doctype html>')
    const views = readViews(folder)
    expect(await views.read('book')).toEqual({ html: '<!doctype html>', hash: '0123456789ab' })
    expect(await views.read('toString')).toBeUndefined()
  })

  test('must have been built', () => {
    expect(() => readViews(join(folder, 'none'))).toThrow('run sweatpants build first')
  })
})

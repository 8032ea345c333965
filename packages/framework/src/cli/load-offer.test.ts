import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UsageError } from './args.ts'
import { findModules, loadOffer } from './load-offer.ts'

async function makeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-find-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const makesTool = "export const tool = createMcpTool('x')"

test('a folder is replaced by its modules that create tools', async () => {
  const folder = await makeFolder({
    'b.ts': makesTool,
    'inner/a.js': 'createTool ("y")',
    'main.ts': 'startServer()',
    'b.test.ts': makesTool,
    'b.d.ts': makesTool,
    'notes.md': makesTool,
    'decimal.js/README.md': 'a folder with the name of a file',
    'node_modules/x/index.js': makesTool,
    'dist/b.js': makesTool,
    '.cache/b.js': makesTool,
  })
  expect(findModules([folder])).toEqual([join(folder, 'b.ts'), join(folder, 'inner/a.js')])
})

test('a file stays as it is, even if it does not exist', () => {
  expect(findModules(['nowhere.ts'])).toEqual(['nowhere.ts'])
})

test('a folder without a module that creates a tool is refused', async () => {
  const folder = await makeFolder({ 'main.ts': 'startServer()' })
  expect(() => findModules([folder])).toThrow(
    new UsageError(`${folder} has no module that creates a tool; name one, like ./tools.ts`),
  )
})

test('a folder where a module is expected is refused, with its modules', async () => {
  const folder = await makeFolder({ 'a.ts': makesTool, 'b.ts': makesTool })
  const files = `${join(folder, 'a.ts')} ${join(folder, 'b.ts')}`
  await expect(loadOffer([folder])).rejects.toThrow(new UsageError(`${folder} is a folder; name its modules: ${files}`))
})

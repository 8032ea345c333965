import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readViews } from '@sweatpants/framework/views'
import { expect, test } from 'vitest'
import { connectViewer } from './client.ts'
import { fixture, root, run, start } from './command.ts'

test('sweatpants build writes one file for each tool and a manifest, and removes the files of the last build', async () => {
  const out = await mkdtemp(join(tmpdir(), 'built-'))
  try {
    await writeFile(join(out, 'manifest.json'), '{ "book_seat": "book_seat.0123456789ab.html", "x": "../x.html" }')
    await writeFile(join(out, 'book_seat.0123456789ab.html'), 'old')
    await writeFile(join(out, 'notes.txt'), 'not of a build')
    const tool = join(root, 'packages/framework/src/views/fixtures/book-seat.ts')
    const { code, stdout, stderr } = await run(['build', tool, '--out', out])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { book_seat: file } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'))
    expect(file).toMatch(/^book_seat\.[0-9a-f]{12}\.html$/)
    expect(stdout).toContain(file)
    expect((await readdir(out)).sort()).toEqual([file, 'manifest.json', 'notes.txt'])
    expect((await readViews(out).read('book_seat'))?.html).toContain('<main id="view">')
  } finally {
    await rm(out, { recursive: true })
  }
})

test.each(['{ "name": "My app", "start_url": "index.html" }', '{ "icons": [] }', '[]x'])(
  'sweatpants build refuses a folder with the manifest of another program, %j, and leaves its files',
  async (manifest) => {
    const out = await mkdtemp(join(tmpdir(), 'built-'))
    try {
      await writeFile(join(out, 'manifest.json'), manifest)
      await writeFile(join(out, 'index.html'), 'a page')
      const tool = join(root, 'packages/framework/src/views/fixtures/book-seat.ts')
      expect(await run(['build', tool, '--out', out])).toEqual({
        code: 2,
        stdout: '',
        stderr: `sweatpants: ${out}/manifest.json was not written by sweatpants build; choose another folder\n`,
      })
      expect(await readFile(join(out, 'manifest.json'), 'utf8')).toBe(manifest)
      expect((await readdir(out)).sort()).toEqual(['index.html', 'manifest.json'])
    } finally {
      await rm(out, { recursive: true })
    }
  },
)

test('sweatpants build says which tools have no view', async () => {
  const { code, stderr } = await run(['build', fixture('add.ts')])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('has no tool that asks or shows its result'),
  })
})

test('sweatpants serve bundles the views of its tools, and again when a component changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'viewed-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    await writeFile(
      join(folder, 'tool.ts'),
      `import { createMcpTool } from '@sweatpants/framework'
export const greet = createMcpTool('greet').view(new URL('./greeting.tsx', import.meta.url)).execute(function* () {}).build()
`,
    )
    const write = (text: string) => writeFile(join(folder, 'greeting.tsx'), `export default () => <p>${text}</p>\n`)
    await write('first words')
    await using command = start(['serve', join(folder, 'tool.ts'), '--watch', '--http', '0'])
    await using client = await connectViewer((await command.until(/ at (http:\S+)/))[1]!)
    const readView = async () => {
      const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
      const { ui } = tools.find(({ name }) => name === 'greet')!._meta as { ui: { resourceUri: string } }
      const { contents } = await client.readResource({ uri: ui.resourceUri }, { cacheMode: 'refresh' })
      return (contents[0] as { text: string }).text
    }
    expect(await readView()).toContain('first words')
    await write('second words')
    await command.until(/Reloaded: 1 tool/)
    expect(await readView()).toContain('second words')
  } finally {
    await rm(folder, { recursive: true })
  }
})

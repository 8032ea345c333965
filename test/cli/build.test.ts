import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readViews } from '@sweatpants/framework/views'
import { expect, test } from 'vitest'
import { fixture, root, run } from './command.ts'

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

test('sweatpants build says which tools have no view', async () => {
  const { code, stderr } = await run(['build', fixture('add.ts')])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('has no tool that asks or shows its result'),
  })
})

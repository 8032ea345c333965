import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProject } from './create-project.ts'
import { VARIANTS, type VariantName } from './variants.ts'

const source = join(import.meta.dirname, '..')
const template = join(source, 'template')
let scratch = ''

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'create-sweatpants-'))
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const readManifest = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

test('a new folder gets the template, named after it, with its dotfiles', async () => {
  const folder = join(scratch, 'deep', 'Dinner Party')
  await createProject(source, 'chat', folder)
  const { name, ...rest } = await readManifest(folder)
  const { name: _, ...given } = await readManifest(template)
  expect(name).toBe('dinner-party')
  expect(rest).toEqual(given)
  const files = await readdir(folder)
  expect(files).toContain('.gitignore')
  expect(files.filter((file) => file.startsWith('_'))).toEqual([])
})

test.each(Object.keys(VARIANTS) as VariantName[])(
  'a project of the variant %s has its tool, its test and the scripts that it names',
  async (variant) => {
    await createProject(source, variant, scratch)
    expect(globSync('src/tools/*.ts', { cwd: scratch }).sort()).toEqual([
      'src/tools/index.ts',
      'src/tools/plan-dinner.test.ts',
      'src/tools/plan-dinner.ts',
    ])
    const { scripts } = await readManifest(scratch)
    const named = Object.keys(VARIANTS[variant].steps).flatMap(
      (step) => step.match(/(?<=npm (?:run )?)(?!run|install)\w+/g) ?? [],
    )
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
    const readme = await readFile(join(scratch, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, path]) => path!)
    expect(links).toContain('src/tools/plan-dinner.ts')
    expect(links.filter((path) => !existsSync(join(scratch, path)))).toEqual([])
  },
)

test('an empty folder that is under version control is taken', async () => {
  await mkdir(join(scratch, '.git'))
  await createProject(source, 'chat', scratch)
  expect(await readdir(scratch)).toContain('package.json')
})

describe('nothing is written', () => {
  test('into a folder that is not empty', async () => {
    await writeFile(join(scratch, 'thesis.txt'), 'years of work')
    await expect(createProject(source, 'chat', scratch)).rejects.toThrow(/is not empty: it has thesis\.txt/)
    expect(await readdir(scratch)).toEqual(['thesis.txt'])
  })

  test.runIf(process.platform === 'linux')('where no folder can be created', async () => {
    await expect(createProject(source, 'chat', '/proc/none/dinner')).rejects.toThrow(
      "/proc/none cannot be created: ENOENT: no such file or directory, mkdir '/proc/none'; name another folder",
    )
  })

  test('where a file is', async () => {
    const file = join(scratch, 'thesis.txt')
    await writeFile(file, 'years of work')
    await expect(createProject(source, 'chat', file)).rejects.toThrow(/is a file/)
    expect(await readFile(file, 'utf8')).toBe('years of work')
  })
})

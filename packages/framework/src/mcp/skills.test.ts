import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectMcp } from './connect/connect-mcp.ts'
import { readSkills } from './read-skills.ts'
import { serveMcp } from './serve.ts'

function makeFolder(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'skills-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const SKILL = '---\nname: pack\ndescription: Packs a bag\n---\nTake a coat.\n'

test('skills of a folder are served, and a client of ours reads them and their files as they are', async () => {
  const picture = Uint8Array.of(0xff, 0xd8, 0x00)
  const folder = makeFolder({ 'pack/SKILL.md': SKILL, 'pack/pictures/a bag.jpg': picture })
  const server = serveMcp({ name: 'test', version: '1', tools: [], skills: await readSkills(folder) })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await Promise.all([server.close(), close()])
  })
  await using hosted = await connectMcp({ url })
  const [skill] = await hosted.skills()
  expect(skill).toMatchObject({ uri: 'skill://pack/SKILL.md', name: 'pack', description: 'Packs a bag' })
  expect(new TextDecoder().decode(await skill!.read())).toBe(SKILL)
  expect(await skill!.read('pictures/a%20bag.jpg')).toEqual(picture)
})

test.each([
  ['a folder without SKILL.md', { 'pack/README.md': 'x' }, 'has no SKILL.md'],
  ['a SKILL.md without front matter', { 'pack/SKILL.md': 'x' }, 'does not begin with YAML between two lines of ---'],
  ['a SKILL.md without a description', { 'pack/SKILL.md': '---\nname: pack\n---\n' }, 'needs a name and a description'],
])('%s is refused', async (_, files, problem) => {
  await expect(readSkills(makeFolder(files as Record<string, string>))).rejects.toThrow(problem)
})

test.each([
  [['Pack'], 'the skill "Pack" has a name that is not'],
  [['pack', 'pack'], 'two skills are named "pack"'],
])('skills named %j are refused', (names, problem) => {
  const files = [{ path: 'SKILL.md', bytes: new TextEncoder().encode(SKILL) }]
  const skills = names.map((name) => ({ frontmatter: { name, description: 'Packs a bag' }, files }))
  expect(() => serveMcp({ name: 'test', version: '1', tools: [], skills })).toThrow(problem)
})

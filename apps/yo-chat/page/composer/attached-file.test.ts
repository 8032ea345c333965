import { expect, test } from 'vitest'
import { type AttachedFile, findProblems, readAttachedFile } from './attached-file.ts'

const MIB = 1024 ** 2

const file = (id: string, size: number, mimeType = 'text/plain'): AttachedFile => ({
  id,
  name: id,
  size,
  mimeType,
  data: '',
})

test('files that are together larger than a message may be are refused from the first that does not fit', () => {
  const problems = findProblems([file('a', 3 * MIB), file('b', 5 * MIB), file('c', MIB), file('d', 1)])
  expect(Object.fromEntries(problems)).toEqual({
    b: 'This file is 5 MB. The limit is 4 MB.',
    d: 'The files of a message can have at most 4 MB in total.',
  })
})

test('more files than a message may have, empty ones and images for a model without eyes are refused', () => {
  const many = Array.from({ length: 21 }, (_, index) => file(`${index}`, 1))
  expect([...findProblems(many)]).toEqual([['20', 'A message can have at most 20 files.']])
  expect(findProblems([file('a', 0)]).get('a')).toBe('This file is empty.')
  const image = file('i', 1, 'image/png')
  expect(findProblems([image], { label: 'Words', files: ['pdf'] }).get('i')).toMatch(/^Words cannot see images/)
  expect(findProblems([image], { label: 'Unknown' }).size).toBe(0)
})

test('a file that the browser cannot read is attached with the reason, and not sent', async () => {
  const folder = Object.assign(new File(['x'], 'folder'), { arrayBuffer: () => Promise.reject(new Error('gone')) })
  const attached = await readAttachedFile(folder)
  expect(attached).toMatchObject({ name: 'folder', data: '' })
  expect(findProblems([attached]).get(attached.id)).toMatch(/^This file cannot be read/)
})

import { expect, test } from 'vitest'
import { readFiles } from './read-files.ts'

const limits = { file: 1024 ** 2, attachments: 2 } as unknown as Parameters<typeof readFiles>[2]
const file = (name: string, content = 'hello') => new File([content], name)

test('files are added in base64, and one with the same name takes the place of the other', async () => {
  const attached = [{ name: 'a.txt', data: 'b2xk' }]
  expect(await readFiles([file('a.txt'), file('b.txt', 'é')], attached, limits)).toEqual({
    files: [
      { name: 'a.txt', data: 'aGVsbG8=' },
      { name: 'b.txt', data: 'w6k=' },
    ],
  })
})

test('a file that is too large is left out and named, and too many files are refused', async () => {
  expect(await readFiles([file('big.pdf', 'x'.repeat(1024 ** 2 + 1)), file('a.txt')], [], limits)).toEqual({
    files: [{ name: 'a.txt', data: 'aGVsbG8=' }],
    problem: 'big.pdf is too large: a document has at most 1 MB.',
  })
  const many = await readFiles([file('a'), file('b'), file('c')], [], limits)
  expect(many).toEqual({ files: [], problem: 'Attach at most 2 documents.' })
})

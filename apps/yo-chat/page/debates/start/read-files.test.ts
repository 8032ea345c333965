import { expect, test } from 'vitest'
import { readFiles } from './read-files.ts'

const limits = { file: 1024 ** 2, files: 1.5 * 1024 ** 2, attachments: 3, images: 1 } as unknown as Parameters<
  typeof readFiles
>[2]
const file = (name: string, content: string | Uint8Array<ArrayBuffer> = 'hello') => new File([content], name)
const image = Uint8Array.from('GIF89a', (letter) => letter.charCodeAt(0))
const draft = (name: string) => ({ name, size: 5, mimeType: 'text/plain', data: 'aGVsbG8=' })

test('files are added in base64, and one with the same name takes the place of the other', async () => {
  const attached = [{ ...draft('a.md'), data: 'b2xk' }]
  expect(await readFiles([file('a.md'), file('b.txt', 'é')], () => attached, limits)).toEqual({
    files: [
      { ...draft('a.md'), mimeType: 'text/markdown' },
      { ...draft('b.txt'), size: 2, data: 'w6k=' },
    ],
    problems: [],
  })
})

test.each<[string, File[], string]>([
  ['is too large', [file('big.pdf', 'x'.repeat(1024 ** 2 + 1))], 'big.pdf is too large: a document has at most 1 MB.'],
  ['is empty', [file('none.txt', '')], 'none.txt is empty.'],
  ['is of an unknown type', [file('a.zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0xff))], 'a.zip cannot be read. Attach'],
  [
    'is one image too many',
    [file('a.gif', image), file('b.gif', image)],
    'b.gif was not attached: a debate has at most 1',
  ],
  [
    'is one document too many',
    ['a', 'b', 'c', 'd'].map((name) => file(name)),
    'd was not attached: a debate has at most 3',
  ],
  [
    'is too much with the others',
    ['a', 'b'].map((name) => file(name, 'x'.repeat(1024 ** 2))),
    'b was not attached: a debate has at most 1.5 MB of documents.',
  ],
])('a file that %s is left out with the reason, and the others are added', async (_, chosen, problem) => {
  const { files, problems } = await readFiles(chosen, () => [], limits)
  expect(problems).toEqual([expect.stringContaining(problem)])
  expect(files.map(({ name }) => name)).toEqual(chosen.slice(0, -1).map(({ name }) => name))
})

test('a file that the browser cannot read is left out with the reason, and the others are added', async () => {
  const folder = Object.assign(file('folder'), { arrayBuffer: () => Promise.reject(new Error('gone')) })
  const { files, problems } = await readFiles([folder, file('a.md')], () => [], limits)
  expect(problems).toEqual(['folder cannot be read. It may be a folder, or it was moved.'])
  expect(files.map(({ name }) => name)).toEqual(['a.md'])
})

test('files that are added while others are still read are kept', async () => {
  const reading = Promise.withResolvers<ArrayBuffer>()
  const slow = Object.assign(file('slow.md'), { arrayBuffer: () => reading.promise })
  let attached: Awaited<ReturnType<typeof readFiles>>['files'] = []
  const first = readFiles([slow], () => attached, limits)
  attached = (await readFiles([file('fast.md')], () => attached, limits)).files
  reading.resolve(new TextEncoder().encode('hello').buffer)
  expect((await first).files.map(({ name }) => name)).toEqual(['fast.md', 'slow.md'])
})

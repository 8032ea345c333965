import { deflateSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createPdf } from './fixtures/pdf.ts'
import { readDocument } from './read-document.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a text is read as it is, and its name decides its kind', async () => {
  expect(await readDocument(encode('# Plan'), { name: 'plan.md' })).toEqual({
    mimeType: 'text/markdown',
    parts: [{ type: 'text', text: '# Plan' }],
    notes: [],
  })
})

test('a long text is cut, with a note', async () => {
  const { parts, notes } = await readDocument(encode('a'.repeat(50)), { name: 'a.txt', characters: 20 })
  expect(parts).toEqual([{ type: 'text', text: 'a'.repeat(20) }])
  expect(notes).toEqual(['Only the first 20 of the 50 characters of a.txt were read.'])
})

test('an image is an image by its content, also with another name', async () => {
  const { mimeType, parts } = await readDocument(PNG, { name: 'notes.txt' })
  expect(mimeType).toBe('image/png')
  expect(parts).toEqual([{ type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' }])
  await expect(readDocument(PNG, { name: 'big.png', imageBytes: 20 })).rejects.toThrow(/big.png has 70 bytes/)
})

test('a file of another type is refused by name', async () => {
  const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0xff)
  await expect(readDocument(zip, { name: 'photo.png' })).rejects.toThrow(
    /photo.png is of a type that models cannot read/,
  )
})

test('the pages of a PDF become text, and what was left out is noted', async () => {
  const bytes = createPdf(['Hello from page one', '', 'The third', 'The fourth'])
  const { parts, notes } = await readDocument(bytes, { name: 'report.pdf', pages: 3 })
  expect(parts).toEqual([{ type: 'text', text: '[page 1]\nHello from page one\n\n[page 2]\n\n\n[page 3]\nThe third' }])
  expect(notes).toEqual([
    'Only the first 3 of the 4 pages of report.pdf were read.',
    'Page 2 of report.pdf has no text.',
  ])
})

test('a PDF without text and a broken PDF are refused with what to do', async () => {
  await expect(readDocument(createPdf(['']), { name: 'scan.pdf' })).rejects.toThrow(/scan.pdf has no text: its pages/)
  await expect(readDocument(encode('%PDF-1.4 nothing'), { name: 'bad.pdf' })).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringMatching(/^bad.pdf is no PDF that can be read: /),
  })
})

test('a PDF may take longer than any timer', async () => {
  const { parts } = await readDocument(createPdf(['Hello']), { timeout: Number.POSITIVE_INFINITY })
  expect(parts).toMatchObject([{ type: 'text', text: expect.stringContaining('Hello') }])
})

test('a PDF that takes too long, or too much memory, ends with its thread', async () => {
  const options = { name: 'slow.pdf', timeout: 1 }
  await expect(readDocument(createPdf(['Hello']), options)).rejects.toThrow('slow.pdf takes too much time to read')
  await expect(readDocument(createBomb(), { name: 'bomb.pdf', memory: 40 * 1024 ** 2 })).rejects.toThrow(
    'bomb.pdf takes too much memory to read',
  )
})

test('an aborted read rejects with the reason', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(readDocument(createPdf(['Hello']), { signal })).rejects.toThrow('enough')
})

test('an aborted read that waits for another one rejects at once', async () => {
  const abort = new AbortController()
  const before = vi.fn()
  const first = readDocument(createPdf(['Hello'])).then(before)
  const second = readDocument(createPdf(['Hello']), { signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  expect(before).not.toHaveBeenCalled()
  await first
})

/** A page whose content unpacks to 200 MB. */
function createBomb(): Uint8Array {
  const packed = deflateSync(Buffer.alloc(200 * 1024 ** 2, ' '), { level: 1 })
  const [head, tail] = Buffer.from(createPdf(['bomb']))
    .toString('latin1')
    .split(/<< \/Length \d+ >>\nstream\n.*\nendstream/)
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([Buffer.from(head! + stream), packed, Buffer.from(`\nendstream${tail}`)])
}

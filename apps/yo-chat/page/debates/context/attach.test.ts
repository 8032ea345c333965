import { expect, test } from 'vitest'
import { attach } from './attach.ts'

const LIMIT = 20

const file = (content: BlobPart, name = 'notes.txt') => new File([content], name)

test('the text of a file is the answer, or follows the written text', async () => {
  expect(await attach(file('twelve'), ' ', LIMIT)).toEqual({ type: 'text', text: 'twelve' })
  expect(await attach(file('twelve'), 'See: ', LIMIT)).toEqual({ type: 'text', text: 'See:\n\ntwelve' })
})

test('a file that is too long is refused before it is read, with its length and a remedy', async () => {
  const attached = await attach(file('x'.repeat(81)), '', LIMIT)
  expect(attached).toMatchObject({ type: 'refused', problem: expect.stringContaining('notes.txt has 81 bytes') })
})

test('a file that is too long together with the written text is refused', async () => {
  const attached = await attach(file('x'.repeat(15)), 'written', LIMIT)
  expect(attached).toMatchObject({
    type: 'refused',
    problem: expect.stringContaining('your answer would have 24 characters'),
  })
})

test('letters that take several bytes count once', async () => {
  expect(await attach(file('é'.repeat(20)), '', LIMIT)).toMatchObject({ type: 'text' })
})

test.each([
  ['bytes that are no text', new Uint8Array([0xff, 0xd8, 0xff])],
  ['a text with a zero in it', 'a\0b'],
])('%s is refused', async (_, content) => {
  const attached = await attach(file(content, 'photo.jpg'), '', LIMIT)
  expect(attached).toMatchObject({ type: 'refused', problem: expect.stringContaining('photo.jpg is not a text file') })
})

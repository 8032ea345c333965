import { expect, test } from 'vitest'
import { keptMeta } from '../tools/attachment.ts'
import { toUpdate } from './content.ts'

const imageOf = (size: number) => ({
  type: 'image' as const,
  data: '',
  mimeType: 'image/png',
  ...keptMeta({ digest: 'd', size }),
})

const contentOf = async (size: number, read: (digest: string) => Promise<string | undefined>) =>
  (await toUpdate({ sessionUpdate: 'user_message_chunk', content: imageOf(size) }, read)).content

test('data beside the log is read, unless it is too large for an editor or is gone', async () => {
  expect(await contentOf(3, async (digest) => `data of ${digest}`)).toMatchObject({ data: 'data of d' })
  expect(await contentOf(6_000_000, () => expect.unreachable())).toEqual({
    type: 'text',
    text: '(image/png of 6000000 bytes, which is too large to be shown here)',
  })
  expect(await contentOf(3, async () => undefined)).toEqual({
    type: 'text',
    text: '(image/png of 3 bytes, which is not there any more)',
  })
})

import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
import { deleteDownload, findOlder } from './downloads.ts'

/** Deletes things, if only make-believe ones: in a chat the person is first shown what would be deleted, and may change or deny it. */
export const cleanUp = createMcpTool('clean_up')
  .description('Clean up the (make-believe) downloads folder: delete files that are older than a number of days')
  .parameters(z.object({ days: z.int().min(0).max(3_650).describe('Files older than this many days are deleted') }))
  .annotations({ destructiveHint: true, openWorldHint: false })
  .approval('confirm')
  .preview(({ days }) => {
    const older = findOlder(days)
    const size = older.reduce((sum, { megabytes }) => sum + megabytes, 0)
    const files = older.length === 1 ? '1 file' : `${older.length} files`
    return older.length === 0
      ? `Delete nothing: no file in Downloads is older than ${days} days`
      : `Delete ${files} (${size} MB) older than ${days} days in Downloads: ${older.map(({ name }) => name).join(', ')}`
  })
  .execute(function* ({ days }, ctx) {
    const older = yield* ctx.step('find', () => findOlder(days))
    let freed = 0
    for (const [index, file] of older.entries()) {
      yield* ctx.notify(`Deleting ${file.name}`, (index + 1) / older.length)
      freed += yield* ctx.step(`delete ${file.name}`, () => deleteDownload(file), { once: true })
    }
    return { deleted: older.map(({ name }) => name), freed: `${freed} MB` }
  })
  .build()

import type { McpTool } from '@sweatpants/framework'
import { z } from 'zod'
import type { Roundtable } from '../../debate/roundtable.ts'
import { FORMATS } from '../../export/formats.ts'
import type { Session } from '../../session/session.ts'
import { readOnly, sessionId } from '../inputs.ts'
import { readSession } from '../read-session.ts'
import { isRefusal } from '../refusal.ts'
import { createRoundtableTool } from '../roundtable-tool.ts'

const format = z.enum(Object.keys(FORMATS) as [keyof typeof FORMATS])

const output = z.object({
  sessionId: z.string(),
  format,
  mimeType: z.string(),
  content: z.string(),
})

/** Characters of one piece: a step returns at most about a million, and a long debate is longer. */
const PIECE = 400_000

export const createExportTool = (roundtable: Roundtable): McpTool =>
  createRoundtableTool({
    name: 'export_session',
    description:
      'A debate with everything in it: rounds, stances, failures, context requests and answers, citations, consensus, usage. ' +
      'Markdown and HTML are for people, with the answer first; JSON can be imported again.',
    input: z.object({ sessionId, format: format.default('markdown') }),
    output,
    annotations: { title: 'Export a debate', ...readOnly },
    *execute({ sessionId, format }, ctx) {
      const { mimeType, write } = FORMATS[format]
      let content = ''
      for (let length = 1, version: string | undefined; content.length < length; ) {
        const from = content.length
        const piece = yield* readSession(roundtable, ctx, sessionId, (session) => cut(session, write, from))
        if (isRefusal(piece)) return piece
        // A session that has changed meanwhile is read from the beginning again.
        const isSame = version === undefined || version === piece.version
        content = isSame ? content + piece.text : ''
        length = piece.length
        version = isSame ? piece.version : undefined
      }
      return { sessionId, format, mimeType, content }
    },
  })

function cut(session: Session, write: (session: Session) => string, from: number) {
  const text = write(session)
  return { text: text.slice(from, from + PIECE), length: text.length, version: session.updatedAt }
}

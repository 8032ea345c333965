import { toJson } from '../export/to-json.ts'
import { toMarkdown } from '../export/to-markdown.ts'
import type { Session } from '../session/session.ts'
import { toPrintable } from './printable.ts'
import { toSummary } from './summary.ts'
import { UsageError } from './usage-error.ts'

export const FORMAT_OPTIONS = { json: { type: 'boolean' }, markdown: { type: 'boolean' } } as const

export type ReportFormat = 'summary' | 'json' | 'markdown'

export function readFormat({ json, markdown }: { json?: boolean; markdown?: boolean }): ReportFormat {
  if (json && markdown) throw new UsageError('choose --json or --markdown, not both')
  if (json) return 'json'
  return markdown ? 'markdown' : 'summary'
}

const WRITERS: Readonly<Record<ReportFormat, (session: Session) => string>> = {
  summary: (session) => toPrintable(toSummary(session)),
  json: toJson,
  markdown: (session) => toPrintable(toMarkdown(session)),
}

/** What the command prints of a debate that is over. */
export const toReport = (session: Session, format: ReportFormat): string => `${WRITERS[format](session).trimEnd()}\n`

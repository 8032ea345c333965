import { HttpError } from '@sweatpants/framework/http'
import { toJson } from '../export/json.ts'
import { toHtml } from '../export/to-html.ts'
import { toMarkdown } from '../export/to-markdown.ts'
import type { Session } from '../session/session.ts'

interface Format {
  extension: string
  mimeType: string
  write(session: Session): string
}

const FORMATS = {
  markdown: { extension: 'md', mimeType: 'text/markdown', write: toMarkdown },
  json: { extension: 'json', mimeType: 'application/json', write: toJson },
  html: { extension: 'html', mimeType: 'text/html', write: toHtml },
} as const satisfies Record<string, Format>

export type ExportFormat = keyof typeof FORMATS

export function findFormat(name: string): Format {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name as ExportFormat]
  const known = Object.keys(FORMATS).join(', ')
  throw new HttpError(400, 'invalid', `expected format to be one of ${known}, got ${JSON.stringify(name)}`)
}

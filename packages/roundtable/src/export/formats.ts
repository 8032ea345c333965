import type { Session } from '../session/session.ts'
import { toJson } from './json.ts'
import { toHtml } from './to-html.ts'
import { toMarkdown } from './to-markdown.ts'

export interface Format {
  extension: string
  mimeType: string
  write(session: Session): string
}

export const FORMATS = {
  markdown: { extension: 'md', mimeType: 'text/markdown', write: toMarkdown },
  json: { extension: 'json', mimeType: 'application/json', write: toJson },
  html: { extension: 'html', mimeType: 'text/html', write: toHtml },
} as const satisfies Record<string, Format>

export type ExportFormat = keyof typeof FORMATS

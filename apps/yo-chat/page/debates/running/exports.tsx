import type { ExportFormat, Session } from '@sweatpants/roundtable/browser'
import { debates } from '../debates.ts'

const FORMATS: readonly { format: ExportFormat; title: string }[] = [
  { format: 'markdown', title: 'Markdown' },
  { format: 'json', title: 'JSON' },
  { format: 'html', title: 'HTML' },
]

/** Links that download the debate. */
export function Exports({ session }: { session: Session }) {
  return (
    <p className="running-exports">
      <span id="exports">Export as</span>
      {FORMATS.map(({ format, title }) => (
        <a key={format} href={debates.exportUrl(session.id, format)} download aria-describedby="exports">
          {title}
        </a>
      ))}
    </p>
  )
}

import type { ExportFormat, Session } from '@sweatpants/roundtable/browser'
import { debates } from '../debates.ts'
import { texts } from './texts.ts'

const FORMATS: readonly ExportFormat[] = ['markdown', 'json', 'html']

/** Links that download the debate. */
export function Exports({ session }: { session: Session }) {
  return (
    <p className="running-exports">
      <span id="exports">{texts.exportAs}</span>
      {FORMATS.map((format) => (
        <a key={format} href={debates.exportUrl(session.id, format)} download aria-describedby="exports">
          {texts.formats[format]}
        </a>
      ))}
    </p>
  )
}

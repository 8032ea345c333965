import { Icon } from '../controls/icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { toSize } from '../controls/to-size.ts'
import type { AttachedFile } from './attached-file.ts'
import { texts } from './texts.ts'

interface AttachedFilesProps {
  files: readonly AttachedFile[]
  /** Why a file cannot be sent, by its id. */
  problems: ReadonlyMap<string, string>
  onRemove: (id: string) => void
}

/** The files of the message that is written. */
export function AttachedFiles({ files, problems, onRemove }: AttachedFilesProps) {
  return (
    <div aria-live="polite">
      {files.length > 0 && (
        <ul className="attached" aria-label={texts.attached}>
          {files.map((file) => {
            const { id, name, size } = file
            const problem = problems.get(id)
            return (
              <li key={id} className="attached-file" data-problem={problem !== undefined || undefined}>
                <Preview file={file} />
                <span className="attached-name">{name}</span>
                {problem === undefined ? (
                  <span className="attached-note">{toSize(size)}</span>
                ) : (
                  <span className="attached-note problem">{problem}</span>
                )}
                <IconButton icon="close" label={texts.remove(name)} onClick={() => onRemove(id)} />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function Preview({ file: { mimeType = '', data } }: { file: AttachedFile }) {
  if (!mimeType.startsWith('image/')) return <Icon name="file" />
  // Its name stands beside it.
  return <img className="attached-picture" src={`data:${mimeType};base64,${data}`} alt="" />
}

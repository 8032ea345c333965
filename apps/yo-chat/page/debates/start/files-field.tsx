import type { Offer } from '@sweatpants/roundtable/browser'
import { type DragEvent, useRef, useState } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { toSize } from '../../controls/to-size.ts'
import type { DraftFile } from './draft.ts'
import { readFiles } from './read-files.ts'
import { texts } from './texts.ts'

interface FilesFieldProps {
  files: readonly DraftFile[]
  limits: Offer['limits']
  onChange: (files: readonly DraftFile[]) => void
}

/** Documents that every panellist can read. */
export function FilesField({ files, limits, onChange }: FilesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  // Files may be added or removed while others are still read.
  const latest = useRef(files)
  const change = (next: readonly DraftFile[]) => {
    latest.current = next
    onChange(next)
  }
  const add = async (chosen: FileList | null) => {
    const read = await readFiles([...(chosen ?? [])], () => latest.current, limits)
    change(read.files)
    setProblems(read.problems)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void add(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is within a fieldset already
    <div
      role="group"
      aria-label={texts.documentsGroup}
      className="start-field start-drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className="buttons">
        <button type="button" className="button" onClick={() => input.current?.click()}>
          <Icon name="plus" />
          {texts.attach}
        </button>
        <span className="hint">{texts.attachHint(toSize(limits.file))}</span>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={texts.documents}
          onChange={async ({ target }) => {
            await add(target.files)
            // So that the same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className="start-files" aria-label={texts.documents}>
          {files.map((file, index) => (
            <li key={file.name} className="start-file">
              {file.name} <span className="hint">{toSize(file.size)}</span>
              <IconButton
                icon="trash"
                label={texts.remove(file.name)}
                onClick={() => change(files.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="problem" role="alert">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  )
}

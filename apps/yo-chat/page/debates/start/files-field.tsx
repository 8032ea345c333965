import type { Offer } from '@sweatpants/roundtable/browser'
import { type ChangeEvent, useRef, useState } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import type { DraftFile } from './draft.ts'
import { readFiles } from './read-files.ts'

interface FilesFieldProps {
  files: readonly DraftFile[]
  limits: Offer['limits']
  onChange: (files: readonly DraftFile[]) => void
}

/** Documents that every panellist can read. */
export function FilesField({ files, limits, onChange }: FilesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const read = await readFiles([...(target.files ?? [])], files, limits)
    // So that the same file can be chosen again.
    target.value = ''
    onChange(read.files)
    setProblem(read.problem ?? '')
  }
  return (
    <div className="start-field">
      <div className="buttons">
        <button type="button" className="button" onClick={() => input.current?.click()}>
          <Icon name="plus" />
          Attach documents
        </button>
        <span className="hint">Text, Markdown, PDF or images. Long documents are shortened.</span>
        <input ref={input} type="file" multiple hidden aria-label="Documents" onChange={add} />
      </div>
      {files.length > 0 && (
        <ul className="start-files" aria-label="Documents">
          {files.map((file, index) => (
            <li key={file.name} className="start-file">
              {file.name}
              <IconButton
                icon="trash"
                label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

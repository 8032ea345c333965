import type { SessionSummary } from '@sweatpants/roundtable/browser'
import { type ReactNode, useState } from 'react'
import { forgetTexts } from '../../composer/kept-texts.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Menu } from '../../controls/menu.tsx'
import { RenameForm } from '../../controls/rename-form.tsx'
import { usePerform } from '../../frame/notices.tsx'
import { DEBATES, toDebatePath } from '../../frame/place.ts'
import { navigate } from '../../frame/use-place.ts'
import { debates } from '../debates.ts'
import { toDraftName } from '../draft-names.ts'
import { tellDebateChanged } from './debate-changed.ts'
import { texts } from './texts.ts'
import { titleOf } from './title-of.ts'

interface DebateEntryProps {
  session: SessionSummary
  /** The link to the debate. */
  children: ReactNode
}

/** A debate in a list, with the menu that renames and deletes it. */
export function DebateEntry({ session, children }: DebateEntryProps) {
  const perform = usePerform()
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const { id } = session
  const title = titleOf(session)
  const done = () => setAsked(undefined)
  const rename = async (name: string) => {
    if (await perform(debates.rename(id, name))) tellDebateChanged()
  }
  const remove = async () => {
    done()
    if (!(await perform(debates.delete(id)))) return
    forgetTexts(toDraftName(id, ''))
    if (window.location.pathname === toDebatePath(id)) navigate(DEBATES)
    tellDebateChanged()
  }
  if (asked === 'rename') {
    return (
      <li className="conversation-item">
        <RenameForm label={texts.titleField} title={title} onRename={(name) => void rename(name)} onDone={done} />
      </li>
    )
  }
  return (
    <li className="conversation-item">
      {children}
      <span className="conversation-actions">
        <Menu
          label={texts.more(title)}
          items={[
            { label: texts.rename, icon: 'edit', onChoose: () => setAsked('rename') },
            { label: texts.delete, icon: 'trash', isDangerous: true, onChoose: () => setAsked('delete') },
          ]}
        />
      </span>
      {asked === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle}
          confirm={texts.delete}
          keep={texts.keep}
          onConfirm={() => void remove()}
          onClose={done}
        >
          {texts.deleteHint(title)}
        </ConfirmDialog>
      )}
    </li>
  )
}

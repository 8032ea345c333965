import type { SessionSummary } from '@sweatpants/framework/chat'
import { useEffect, useState } from 'react'
import { CopyButton } from '../controls/copy-button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Switch } from '../controls/switch.tsx'
import { usePerform } from '../frame/notices.tsx'
import { texts } from './texts.ts'

interface ShareDialogProps {
  session: SessionSummary
  onClose: () => void
}

const FORMATS = ['markdown', 'html', 'json'] as const

/** Files of a conversation, and the link by which other people can read it. */
export function ShareDialog({ session, onClose }: ShareDialogProps) {
  const perform = usePerform()
  const [link, setLink] = useState<string>()
  const path = `/api/app/sessions/${encodeURIComponent(session.sessionId)}`
  useEffect(() => {
    let isWanted = true
    const load = async () => {
      const found = await askShare('GET', `${path}/share`)
      if (isWanted) setLink(found)
    }
    void perform(load())
    return () => {
      isWanted = false
    }
  }, [path, perform])
  const toggle = async () => setLink(await askShare(link === undefined ? 'POST' : 'DELETE', `${path}/share`))
  return (
    <Dialog title={texts.share} onClose={onClose}>
      <p>{texts.exportHint}</p>
      <div className="buttons">
        {FORMATS.map((format) => (
          <a key={format} className="button" href={`${path}/export?format=${format}`} download>
            {texts.formats[format]}
          </a>
        ))}
      </div>
      <div className="share-link">
        <p>{texts.shareHint}</p>
        <Switch label={texts.shareSwitch} isOn={link !== undefined} onSwitch={() => void perform(toggle())} />
      </div>
      {link !== undefined && (
        <div className="share-link">
          <a href={link} target="_blank" rel="noopener">
            {link}
          </a>
          <CopyButton text={link} label={texts.copyLink} />
        </div>
      )}
    </Dialog>
  )
}

/** Resolves to the link, or `undefined` if the conversation is not shared. */
async function askShare(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<string | undefined> {
  const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
  const answer = await fetch(path, { method, ...body })
  if (!answer.ok) throw new Error(texts.shareFailed)
  if (answer.status === 204) return undefined
  const { path: shared } = (await answer.json()) as { path?: string }
  return shared && new URL(shared, location.href).href
}

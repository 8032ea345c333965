import type { KeyCheck } from '@sweatpants/framework/models'
import { useState } from 'react'
import type { ProviderKeyInfo } from '../../server/keys/provider-keys.ts'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { KeyForm } from './key-form.tsx'
import { checkKey, removeKey } from './key-requests.ts'
import { texts } from './texts.ts'

interface KeyItemProps {
  info: ProviderKeyInfo
  /** Whether the address of the page names this key. */
  isAddressed: boolean
  onChanged: () => Promise<void>
}

/** The key of one provider. The page never has the key itself, except while it is typed. */
export function KeyItem({ info, isAddressed, onChanged }: KeyItemProps) {
  const { provider, title, source, hasUnused } = info
  const [asked, setAsked] = useState<'replace' | 'remove'>()
  const [news, setNews] = useState<string>()
  const [isTesting, setTesting] = useState(false)
  const test = async () => {
    setTesting(true)
    setNews(undefined)
    try {
      setNews(texts.checks[(await checkKey(provider)).check])
    } catch (error) {
      setNews(error instanceof Error ? error.message : String(error))
    } finally {
      setTesting(false)
    }
  }
  const saved = async (check: KeyCheck) => {
    setAsked(undefined)
    setNews(`${texts.saved} ${texts.checks[check]}`)
    await onChanged()
  }
  const remove = async () => {
    setAsked(undefined)
    try {
      await removeKey(provider)
      setNews(texts.removed)
    } catch (error) {
      setNews(error instanceof Error ? error.message : String(error))
    }
    await onChanged()
  }
  const isUsed = source === 'page' || source === 'environment'
  const isStored = source === 'page' || source === 'unreadable' || hasUnused
  const hasForm = source === 'none' || source === 'unreadable' || asked === 'replace'
  return (
    <li className="key" id={provider}>
      <p className="server-name">
        {title}
        <span className="badge" data-state={isUsed ? 'connected' : source === 'unreadable' ? 'failed' : undefined}>
          {toState(info)}
        </span>
      </p>
      {source === 'environment' && <p className="hint">{texts.environment(info.variable)}</p>}
      {source === 'unreadable' && <p className="problem">{texts.enterAgain}</p>}
      {hasUnused && <p className="hint">{texts.unused}</p>}
      {hasForm && (
        <KeyForm
          info={info}
          isFocused={isAddressed || asked === 'replace'}
          onSaved={saved}
          {...(asked === 'replace' && { onCancel: () => setAsked(undefined) })}
        />
      )}
      <div className="server-buttons">
        {isUsed && (
          <button
            type="button"
            className="button"
            aria-label={texts.testOf(title)}
            disabled={isTesting}
            onClick={() => void test()}
          >
            {isTesting ? texts.testing : texts.test}
          </button>
        )}
        {source === 'page' && asked !== 'replace' && (
          <button
            type="button"
            className="button"
            aria-label={texts.replaceOf(title)}
            onClick={() => {
              setNews(undefined)
              setAsked('replace')
            }}
          >
            {texts.replace}
          </button>
        )}
        {isStored && (
          <button
            type="button"
            className="button"
            aria-label={texts.removeOf(title)}
            onClick={() => setAsked('remove')}
          >
            {texts.remove}
          </button>
        )}
      </div>
      <p className="key-news" role="status">
        {news}
      </p>
      {asked === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle(title)}
          confirm={texts.remove}
          keep={texts.keep}
          onConfirm={() => void remove()}
          onClose={() => setAsked(undefined)}
        >
          {texts.removeHint(title)}
        </ConfirmDialog>
      )}
    </li>
  )
}

function toState({ source, ending }: ProviderKeyInfo): string {
  if (source === 'page') return texts.set(ending)
  if (source === 'environment') return texts.fromEnvironment
  return source === 'unreadable' ? texts.unreadable : texts.notSet
}

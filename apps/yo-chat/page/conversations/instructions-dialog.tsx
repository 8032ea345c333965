import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { texts } from './texts.ts'

/** What the model is told in the open conversation, and how freely it answers. */
export function InstructionsDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const client = useClient()
  const perform = usePerform()
  const state = useChat((snapshot) => snapshot.state)
  const [systemPrompt, setSystemPrompt] = useState(state.systemPrompt ?? '')
  const [temperature, setTemperature] = useState(state.temperature?.toString() ?? '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    const change = { systemPrompt, temperature: temperature === '' ? null : Number(temperature) }
    void perform(client.configure(change))
  }
  return (
    <Dialog title={texts.instructions} onClose={onClose}>
      <form className="instructions" onSubmit={save}>
        <label htmlFor={`${id}-prompt`}>{texts.instructionsField}</label>
        <textarea
          id={`${id}-prompt`}
          rows={6}
          value={systemPrompt}
          placeholder={texts.instructionsExample}
          onChange={(event) => setSystemPrompt(event.target.value)}
        />
        <label htmlFor={`${id}-temperature`}>{texts.temperature}</label>
        <input
          id={`${id}-temperature`}
          type="number"
          min={0}
          max={2}
          step={0.1}
          value={temperature}
          placeholder={texts.temperatureDefault}
          onChange={(event) => setTemperature(event.target.value)}
        />
        <p className="hint">{texts.temperatureHint}</p>
        <div className="buttons" data-align="end">
          <button type="button" className="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" className="button" data-kind="primary">
            {texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

import { texts } from './texts.ts'

interface MediaProps {
  block: { type: 'image' | 'audio'; data: string; mimeType: string; name?: string | undefined }
  /** Default: the model. */
  from?: string
  /** The address of its data, if the block does not have it. */
  kept?: string | undefined
}

/** Shows data of image and audio types only, since other types could run code. */
export function Media({ block: { type, data, mimeType, name }, from = texts.theModel, kept }: MediaProps) {
  if (!mimeType.startsWith(`${type}/`)) return <p className="hint">({mimeType})</p>
  const address = kept ?? `data:${mimeType};base64,${data}`
  if (type === 'image') return <img className="media" src={address} alt={name ?? texts.from(from)} />
  // biome-ignore lint/a11y/useMediaCaption: there is no transcript of it
  return <audio controls src={address} />
}

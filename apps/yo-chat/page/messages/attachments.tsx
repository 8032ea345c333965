import { keptOf, type UserAttachment } from '@sweatpants/framework/chat'
import { Icon } from '../controls/icon.tsx'
import { Media } from '../controls/media.tsx'
import { toSize } from '../controls/to-size.ts'
import { useKeptAddress } from '../controls/use-kept-address.ts'

/** The images, sounds and files of a message. */
export function Attachments({ blocks }: { blocks: readonly UserAttachment[] }) {
  const addressOf = useKeptAddress()
  if (blocks.length === 0) return null
  return (
    <ul className="attachments" aria-label="Attachments">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the attachments of a message never change
        <li key={index}>
          {block.type === 'file' ? (
            <FileLink file={block} kept={addressOf(block)} />
          ) : (
            <Media block={block} from="you" kept={addressOf(block)} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface FileLinkProps {
  file: Extract<UserAttachment, { type: 'file' }>
  kept: string | undefined
}

/** Saves a file. The browser never shows it: its content could run code. */
function FileLink({ file, kept }: FileLinkProps) {
  const { name = 'File', data } = file
  const size = keptOf(file)?.size ?? Math.floor((data.replace(/=+$/, '').length * 3) / 4)
  return (
    <a className="file-link" href={kept ?? `data:application/octet-stream;base64,${data}`} download={name}>
      <Icon name="file" />
      <span className="attached-name">{name}</span>
      <span className="attached-note">{toSize(size)}</span>
    </a>
  )
}

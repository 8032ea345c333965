import { Markdown } from '@sweatpants/framework/react'
import { Chat } from '../chat.tsx'

/** A server component: `/react` says itself that it runs in the client. */
export default function Page() {
  return (
    <>
      <Markdown text="**Welcome**" />
      <Chat />
    </>
  )
}

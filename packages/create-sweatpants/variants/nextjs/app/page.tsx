'use client'

import dynamic from 'next/dynamic'

/** The chat reads the address of the page, which only a browser has. */
const Chat = dynamic(async () => (await import('../page/chat.tsx')).Chat, { ssr: false })

export default function Page() {
  return <Chat />
}

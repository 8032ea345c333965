import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '../page/style.css'
import icon from '../page/icon.svg'

export const metadata: Metadata = { title: 'My tool', icons: icon.src }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <div id="root">{children}</div>
      </body>
    </html>
  )
}

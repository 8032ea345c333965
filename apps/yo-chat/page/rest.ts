/** What the page shows at most addresses. One file, so that one request loads it. */
export { ChatMain } from './frame/chat-main.tsx'
export { Drawer } from './frame/drawer.tsx'
export { Sidebar } from './frame/sidebar.tsx'
export { UnknownMain } from './frame/unknown-main.tsx'

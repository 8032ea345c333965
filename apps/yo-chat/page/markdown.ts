export { Markdown } from '@sweatpants/framework/react'

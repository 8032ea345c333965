import config from '../../../apps/yo-chat/page/vite.config.ts'

// It has one page, and no script for the pages of links.
const { rolldownOptions: _, ...build } = config.build!

export default { ...config, build, root: import.meta.dirname }

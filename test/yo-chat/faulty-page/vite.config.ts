import config from '../../../apps/yo-chat/page/vite.config.ts'

export default { ...config, root: import.meta.dirname }

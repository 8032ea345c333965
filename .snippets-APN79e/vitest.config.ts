import config from '../vitest.config.ts'
export default { ...config, test: { include: ['*.test.ts'] } }

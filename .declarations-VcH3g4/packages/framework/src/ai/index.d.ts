export { type AiRoutesOptions, createAiRoutes } from './ai-routes.ts';
export * from './browser.ts';

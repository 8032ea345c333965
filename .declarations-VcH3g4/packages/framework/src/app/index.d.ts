export { type App, createApp } from './create-app.ts';
export type { AppOptions, AppParts } from './open-app.ts';

export type { View, Views } from '../mcp/core/views.ts';
export { type BundledViews, bundleViews } from './bundle-views.ts';
export { readViews } from './read-views.ts';
export { ViewError } from './view-error.ts';
